// Plain Node over HTTP with a prepared response of the same bytes, for comparison.
import { createServer } from 'node:http'

const lines = (process.env.FLOOR_HEAD ?? '').split('\r\n').slice(1)
const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
delete headers['Date']
delete headers['Connection']
delete headers['Keep-Alive']
const body = process.env.FLOOR_BODY ?? ''

const server = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => {
    outgoing.writeHead(200, headers)
    outgoing.end(Buffer.from(body))
  })
})
server.listen(0, '127.0.0.1', () => console.log(`plain Node at http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
