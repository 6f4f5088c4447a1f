// What a browser shows for an address without a file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const API_PATH = /\/(?:apis?|openapi|version|healthz|livez|readyz|metrics)(?:\/|$)/

/** Whether the client is a person's browser that opens an address. */
export const opensPage = ({ headers }) => /\btext\/html\b/.test(headers.accept ?? '')

/** The nearest site above a path: the site in Kubernetes' names lies in a folder of the other one. */
function siteOf(folder, path) {
  const names = path.split('/').slice(0, -1)
  while (names.length > 1 && !existsSync(join(folder, ...names, 'index.html'))) names.pop()
  return `${names.join('/')}/`
}

/**
 * A page that says what is wrong with the address, and leads on. People type `/connect` for `/#/connect`; API paths work in an open page
 * only. `path` begins with a slash, and is relative to `base`.
 */
export function missingPage(folder, base, path) {
  const site = siteOf(folder, path)
  const start = `${base.replace(/\/$/, '')}${site}`
  const likely = `${start}#/${path.slice(site.length)}`
  const meant = API_PATH.test(path) ? '' : ` Did you mean <a href="${escaped(likely)}">${escaped(likely)}</a>?`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No page here · Orchard</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
</style>
<h1>There is no page at this address</h1>
<p>Addresses of pages have a <code>#</code>.${meant}</p>
<p>Paths of the API are answered while a page of Orchard is open. Open the <a href="${escaped(start)}">start page</a> first.</p>
</html>
`
}
