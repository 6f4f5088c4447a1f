// What the page says before any script has run needs none of the style sheets: index.html styles it.
import type { Plugin } from 'vite'

const STYLE_SHEET = /^([ \t]*)<link rel="stylesheet"([^>]*)>$/gm

/**
 * Style sheets are fetched at once, but no first paint waits for one that is for print. The page's script makes them count
 * before it shows anything (`src/ui/style-sheets.ts`). They stay where they are: those that come later come after them.
 */
export const styledLater = (html: string): string =>
  html.replace(STYLE_SHEET, '$1<link rel="preload" as="style"$2>\n$1<link rel="stylesheet" media="print"$2>')

/** No page waits for its style sheets with its first words. */
export function firstPaint(): Plugin {
  return { name: 'first-paint', apply: 'build', transformIndexHtml: { order: 'post', handler: styledLater } }
}
