// Serves the built site as static files: the control plane runs in the page.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { missingPage, opensPage } from './missing-page.mjs'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

const compressed = promisify(gzip)
/** Already compressed, or too small to gain anything. */
const INCOMPRESSIBLE = new Set(['.png', '.woff2'])
const LEAST_BYTES = 1024

/**
 * Compressed files, each made for the first client that asks, also for one on this machine: it may slow its network down on purpose. A newer
 * build of a file has another time.
 */
class Compressed {
  #known = new Map()

  of(file, { mtimeMs }) {
    const known = this.#known.get(file)
    if (known?.mtimeMs === mtimeMs) return known.bytes
    const bytes = readFile(file).then((content) => compressed(content))
    this.#known.set(file, { mtimeMs, bytes })
    bytes.catch(() => this.#known.delete(file))
    return bytes
  }
}

const takesGzip = ({ headers }) => /\bgzip\b/.test(headers['accept-encoding'] ?? '')

/** A request listener that serves the files of `folder` under `base`. `page` may transform the HTML page. */
export const filesOf = (folder, { base = '/', headers = {}, page } = {}) => {
  const packed = new Compressed()
  return (request, response) => {
    answer(folder, { base, headers, page, packed }, request, response).catch((error) => {
      console.error(error)
      response.destroy()
    })
  }
}

/** Serves `folder` under `base`; resolves with the server when it listens. */
export function serveStatic(folder, { port, host = '127.0.0.1', ...options }) {
  const server = createServer(filesOf(folder, options))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

async function answer(folder, { base, headers: more, page, packed }, request, response) {
  const refuse = (code, text) => response.writeHead(code, { 'content-type': 'text/plain' }).end(`${text}\n`)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET')
  let path
  try {
    path = decodeURIComponent(new URL(request.url, 'http://site').pathname)
  } catch {
    return refuse(400, 'malformed address')
  }
  if (!path.startsWith(base)) return refuse(404, 'no such file')
  const file = normalize(join(folder, path.slice(base.length).replace(/(^|\/)$/, '$1index.html')))
  if (!file.startsWith(folder + sep)) return refuse(404, 'no such file')
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) {
    if (!opensPage(request)) return refuse(404, 'no such file; paths of the API are answered inside an open page')
    response.writeHead(404, { ...more, 'content-type': TYPES['.html'] })
    return response.end(missingPage(folder, base, `/${path.slice(base.length)}`))
  }
  const headers = {
    ...more,
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    // Names under assets/ contain a content hash.
    'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (page && extname(file) === '.html') {
    const text = Buffer.from(page(await readFile(file, 'utf8')))
    response.writeHead(200, { ...headers, 'content-length': text.length })
    return response.end(request.method === 'HEAD' ? undefined : text)
  }
  if (takesGzip(request) && found.size >= LEAST_BYTES && !INCOMPRESSIBLE.has(extname(file))) {
    const bytes = await packed.of(file, found)
    response.writeHead(200, {
      ...headers,
      'content-length': bytes.length,
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    })
    return response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  response.writeHead(200, { ...headers, 'content-length': found.size })
  if (request.method === 'HEAD') return response.end()
  const content = createReadStream(file)
  content.on('error', () => response.destroy())
  content.pipe(response)
}
