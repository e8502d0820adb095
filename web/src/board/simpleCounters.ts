/** A counter seen from afar: its colour, its frame, its symbol and its strength, without the small print. */
export function simplifiedSymbol(svg: string, key: string): string {
  const doc = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`, "image/svg+xml");
  const symbol = doc.querySelector("symbol");
  if (!symbol) return "";
  symbol.id = simplifiedId(key);
  for (const child of [...symbol.children]) {
    const isDetail = child.tagName !== "path" && !child.classList.contains("unknown");
    if (child.classList.contains("sign")) enlarge(child, doc);
    else if (isDetail || child.classList.contains("stripe")) child.remove();
  }
  return symbol.outerHTML;
}

/** The symbol fills the upper half, the strength the lower one; without a strength the symbol has the middle. */
function enlarge(sign: Element, doc: Document): void {
  const strength = sign.getAttribute("data-strength");
  const [y, scale] = strength ? [32, 1.2] : [50, 1.55];
  sign.setAttribute("transform", `translate(50 ${y}) scale(${scale}) translate(-50 -39)`);
  if (!strength) return;
  const figure = doc.createElementNS("http://www.w3.org/2000/svg", "text");
  figure.textContent = strength;
  figure.setAttribute("x", "50");
  figure.setAttribute("y", "92");
  figure.setAttribute("font-size", "46");
  figure.setAttribute("font-weight", "700");
  figure.setAttribute("text-anchor", "middle");
  figure.setAttribute("fill", sign.getAttribute("data-ink") ?? "#1b1916");
  sign.after(figure);
}

export function simplifiedId(key: string): string {
  return `${key}-block`;
}
