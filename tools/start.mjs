// npm start: builds the site if needed and serves it. PORT=N chooses the port.
import { buildIfNeeded, dist } from './build.mjs'
import { serveStatic } from './static-server.mjs'

const DEFAULT_PORT = 5173
const text = process.env.PORT ?? String(DEFAULT_PORT)
if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
  console.error(`PORT=${text} is not a port`)
  process.exit(2)
}
await buildIfNeeded()
const server = await serveStatic(dist, { port: Number(text), host: process.env.HOST ?? '127.0.0.1' }).catch((error) => {
  console.error(
    error.code === 'EADDRINUSE' ? `port ${text} is in use; choose another one with PORT=N npm start` : error,
  )
  process.exit(1)
})
console.log(`Orchard is at http://localhost:${server.address().port}/`)
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
