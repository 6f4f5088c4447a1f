// What the page says before any script has run needs none of the style sheets: index.html styles it.
import type { Plugin } from 'vite'

const STYLE_SHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g

/** Style sheets are fetched at once, and stand behind what is to be seen without them. Scripts wait for them as before. */
export function styledLater(html: string): string {
  const links = [...html.matchAll(STYLE_SHEET)].map(([link]) => link.trim())
  if (links.length === 0) return html
  const fetched = links.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'))
  return html
    .replace(STYLE_SHEET, '')
    .replace(/[ \t]*<\/head>/, (end) => `${lines(fetched)}${end}`)
    .replace(/[ \t]*<\/body>/, (end) => `${lines(links)}${end}`)
}

const lines = (tags: readonly string[]): string => tags.map((tag) => `    ${tag}\n`).join('')

/** No page waits for its style sheets with its first words. */
export function firstPaint(): Plugin {
  return { name: 'first-paint', apply: 'build', transformIndexHtml: { order: 'post', handler: styledLater } }
}
