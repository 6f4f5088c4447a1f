/** A media condition with its rem and em lengths scaled, because browsers measure these by their own text size. */
export const scaledCondition = (condition: string, scale: number): string =>
  condition.replace(/(\d*\.?\d+)(r?em)\b/g, (_, size: string, unit: string) => `${Number(size) * scale}${unit}`)

const originals = new WeakMap<CSSMediaRule, string>()

function scaleRules(rules: CSSRuleList, scale: number): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const original = originals.get(rule) ?? rule.media.mediaText
      originals.set(rule, original)
      const wanted = scale === 1 ? original : scaledCondition(original, scale)
      if (rule.media.mediaText !== wanted) rule.media.mediaText = wanted
    }
    if (rule instanceof CSSGroupingRule) scaleRules(rule.cssRules, scale)
    else if (rule instanceof CSSImportRule && rule.styleSheet) scaleRules(rule.styleSheet.cssRules, scale)
  }
}

const LINKS = 'link[rel=stylesheet]'

/**
 * Scales the widths in the page's media queries, as if the window were smaller by `scale`; also in style sheets that are
 * added later. Returns a function that stops this; call again with 1 to undo it.
 */
export function scaleMediaQueries(scale: number): () => void {
  const look = (): void => {
    for (const { cssRules } of document.styleSheets) scaleRules(cssRules, scale)
    for (const link of document.querySelectorAll<HTMLLinkElement>(LINKS))
      if (!link.sheet) link.addEventListener('load', look, { once: true })
  }
  look()
  const later = new MutationObserver(look)
  later.observe(document.head, { childList: true })
  return () => later.disconnect()
}
