"""The looks of a report: style, the script that colours maps, small pieces. Nothing is fetched."""

import re
from collections.abc import Mapping
from html import escape

SURE = 0.05
"""Below this a p-value is taken for a sign."""

STYLE = """
:root{--paper:#f7f3e8;--card:#fffdf7;--ink:#2a241d;--quiet:#6f6553;--line:#d9cfb8;--mark:#8a2f1d;--grid:#e7dfcb}
@media (prefers-color-scheme:dark){:root{--paper:#1f1d1a;--card:#292622;--ink:#ece5d6;--quiet:#a89d88;
--line:#443e35;--mark:#e08a6d;--grid:#38332c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "Source Sans Pro","Segoe UI",Roboto,
"Helvetica Neue",sans-serif}
main{max-width:1180px;margin:0 auto;padding:32px 20px 80px}
h1,h2,h3{font-family:"Source Serif Pro",Charter,Georgia,serif;line-height:1.2;margin:0}
h1{font-size:2.2rem}h2{font-size:1.5rem;margin:0 0 12px}h3{font-size:1.08rem;margin:0 0 6px}
header p{margin:6px 0;color:var(--quiet)}
.lead{font-size:1.15rem;color:var(--ink)!important;max-width:48em}
nav{margin:18px 0 0;display:flex;flex-wrap:wrap;gap:6px 16px;font-size:.95rem}
a{color:var(--mark)}
section{margin-top:36px}
details.cell{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:12px 0;
padding:4px 18px}
details.cell[open]{padding-bottom:18px}
summary{cursor:pointer;padding:10px 0;font-family:"Source Serif Pro",Charter,Georgia,serif;font-size:1.15rem;
font-weight:600}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:18px 28px}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:16px 18px}
.cell .card{background:none;border:0;padding:0}
.chart{width:100%;height:auto;display:block}
.chart text,.mini text{font:13px "Source Sans Pro","Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.chart .small,.mini .small{font-size:11.5px;fill:var(--quiet)}
.chart .strong{font:600 16px "Source Serif Pro",Charter,Georgia,serif}
.mini .tiny{font-size:9.5px;fill:var(--quiet)}
.mini{height:auto;max-width:100%;display:block}
.axis{stroke:var(--quiet);stroke-width:1}.gridline{stroke:var(--grid);stroke-width:1}
.whisker{stroke:var(--ink);stroke-width:1.4}.mark{stroke:var(--mark);stroke-width:1.6;stroke-dasharray:5 4}
.halo{stroke:var(--card);stroke-width:5;stroke-opacity:.45}
.expected{stroke:var(--ink);stroke-width:1.8}
.legend{display:flex;gap:16px;flex-wrap:wrap;margin:2px 0 0;font-size:.88rem;color:var(--quiet)}
.legend i{display:inline-block;width:12px;height:12px;border-radius:2px;margin-right:5px;vertical-align:-1px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem}
th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--quiet);font-size:.85rem}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.note{color:var(--quiet);font-size:.9rem;margin:4px 0 10px}
.sure{font-weight:700}
.sheet{width:100%;height:auto;border:1px solid var(--line);border-radius:6px;background:#e6dcc2}
.heat-hexes path{stroke:none;mix-blend-mode:multiply}
.heat-hexes path:hover{stroke:#2a241d;stroke-width:2}
section.game{margin-top:64px;padding-top:20px;border-top:3px double var(--line)}
section.game>h2{font-size:1.9rem;margin-bottom:4px}
section.game h3.part{font-size:1.3rem;margin:28px 0 10px}
.below{margin-top:18px}
.wide{min-width:820px}
tr.group th{font:600 1.02rem "Source Serif Pro",Charter,Georgia,serif;color:var(--ink);padding-top:16px}
td .bar{white-space:nowrap;display:block}
td .bar i{display:inline-block;width:9px;height:9px;border-radius:2px;margin-right:6px}
td .quiet{color:var(--quiet);white-space:nowrap}
.wide th{white-space:nowrap}
.doubt{color:var(--mark);font-weight:700}
.controls{display:flex;flex-wrap:wrap;gap:8px 22px}
select,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:4px}
code{font-size:.9em;background:var(--card);border:1px solid var(--line);border-radius:3px;padding:0 4px}
@media print{details.cell{break-inside:avoid}}
"""

SCRIPT = """
document.querySelectorAll('.heat').forEach(function(box){
 var $=function(name){return box.querySelector('.'+name)};
 var data=JSON.parse($('heat-data').textContent);
 var cell=$('heat-cell'), layer=$('heat-layer'), turn=$('heat-turn'), said=$('heat-turn-name');
 var note=$('heat-note'), group=$('heat-hexes'), now=null, bytes=null;
 var paths=data.spots.map(function(spot,i){
  var p=document.createElementNS('http://www.w3.org/2000/svg','path');
  p.setAttribute('d','M'+data.shape+'Z');
  p.setAttribute('transform','translate('+spot+')');
  p.dataset.i=i; group.appendChild(p); return p});
 function bytesOf(text){var raw=atob(text), out=new Uint8Array(data.spots.length), at=0;
  for(var i=0;i<raw.length;i++){var b=raw.charCodeAt(i); if(b) out[at++]=b; else at+=raw.charCodeAt(++i)}
  return out}
 function fill(){
  var c=data.cells[cell.value], at=Math.min(layer.value,c.layers.length-1); now=c.layers[at];
  var turns=Object.keys(now.turns).length-1; turn.max=turns; turn.disabled=!turns;
  if(+turn.value>turns) turn.value=0;
  var key=+turn.value===0?'all':turn.value;
  said.textContent=key==='all'?'whole game':'turn '+key;
  bytes=bytesOf(now.turns[key]);
  group.setAttribute('fill',now.colour);
  paths.forEach(function(p,i){var b=bytes[i];p.setAttribute('fill-opacity',b?(0.08+0.8*b/255).toFixed(3):0)});
 }
 function relayer(){
  var c=data.cells[cell.value], old=layer.value; layer.innerHTML='';
  c.layers.forEach(function(l,i){var o=document.createElement('option');o.value=i;o.textContent=l.title;
   layer.appendChild(o)});
  layer.value=Math.min(old||0,c.layers.length-1); fill();
 }
 cell.onchange=relayer; layer.onchange=fill; turn.oninput=fill;
 group.addEventListener('mouseover',function(e){var i=e.target.dataset&&e.target.dataset.i;
  if(i===undefined||!now) return; var v=bytes[i]/255*now.most;
  note.textContent=data.names[i]+': '+(now.unit==='of turns'?(v*100).toFixed(0)+' % of '+
   (turn.value==='0'?'turns':'games'):v.toFixed(2)+' '+now.unit)});
 relayer();
});
"""


def card(title: str, body: str) -> str:
    return f'<div class="card"><h3>{escape(title)}</h3>{body}</div>' if body else ""


def note(words: str) -> str:
    return f'<p class="note">{escape(words)}</p>'


def chance(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def named(names: Mapping[str, str], id: str) -> str:
    return str(names.get(id, id))


def who(names: Mapping[str, str], side: str) -> str:
    """A side among those who win; nobody is one of them."""
    return "nobody" if side == "nobody" else named(names, side)


def spoken(kind: str) -> str:
    """A class name as words: AttackResolved is `Attack resolved`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind)
    return words[:1] + words[1:].lower()
