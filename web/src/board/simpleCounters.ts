/** A counter seen from afar: its colour, its frame and its symbol, without the small print. */
export function simplifiedSymbol(svg: string, key: string): string {
  const whole = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`,
    "image/svg+xml",
  );
  const symbol = whole.querySelector("symbol");
  if (!symbol) return "";
  symbol.id = simplifiedId(key);
  for (const part of [...symbol.children]) {
    const small = part.tagName === "text" || part.tagName === "title" || part.tagName === "rect";
    if (small || part.classList.contains("badge")) part.remove();
    // The sign lies above the middle, where a counter prints its values below it.
    else if (part.classList.contains("sign")) part.setAttribute("transform", "translate(50 50) scale(1.55) translate(-50 -39)");
  }
  return symbol.outerHTML;
}

export function simplifiedId(key: string): string {
  return `${key}-block`;
}
