/** A counter seen from afar: its colour, its frame and its symbol, without the small print. */
export function simplifiedSymbol(svg: string, key: string): string {
  const doc = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`, "image/svg+xml");
  const symbol = doc.querySelector("symbol");
  if (!symbol) return "";
  symbol.id = simplifiedId(key);
  for (const child of [...symbol.children]) {
    const isDetail = child.tagName === "text" || child.tagName === "title" || child.tagName === "rect";
    if (isDetail || child.classList.contains("badge")) child.remove();
    // The sign lies above the middle, where a counter prints its values below it.
    else if (child.classList.contains("sign"))
      child.setAttribute("transform", "translate(50 50) scale(1.55) translate(-50 -39)");
  }
  return symbol.outerHTML;
}

export function simplifiedId(key: string): string {
  return `${key}-block`;
}
