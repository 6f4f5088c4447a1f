// The text that a page shows before its scripts run needs no style sheet: index.html styles it.
import type { Plugin } from 'vite'

const STYLE_SHEET = /^([ \t]*)<link rel="stylesheet"([^>]*)>$/gm

/**
 * Style sheets are fetched at once, but the browser does not delay the first paint for print styles. The page's script activates them
 * before it renders (`src/ui/style-sheets.ts`). They keep their place, so their order stays the same.
 */
export const styledLater = (html: string): string =>
  html.replace(STYLE_SHEET, '$1<link rel="preload" as="style"$2>\n$1<link rel="stylesheet" media="print"$2>')

/** Keeps style sheets from delaying the first paint. */
export function firstPaint(): Plugin {
  return { name: 'first-paint', apply: 'build', transformIndexHtml: { order: 'post', handler: styledLater } }
}
