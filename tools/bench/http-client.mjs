// The bench's own client: it costs little, and the same for every server.
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** The bearer token of all requests. */
export const TOKEN = 'bench-token'

/** A connection to a server, whatever its certificate says. */
export function connectTo(address) {
  const { protocol, hostname: host, port } = new URL(address)
  const options = { host, port: Number(port), noDelay: true, rejectUnauthorized: false }
  return protocol === 'https:' ? connectSecurely(options) : connect(options)
}

/** Ends an answer in chunks, which other servers send for long ones; those are counted, not read. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** Sends requests on one connection, one after another. The client's own cost is the same for every server. */
export class HttpClient {
  #socket
  #parts = []
  #size = 0
  /** Total bytes of the awaited response; unknown until its header has arrived. */
  #wanted = Infinity
  #bodyAt = 0
  #waiting

  constructor(address) {
    this.#socket = connectTo(address)
    this.#socket.on('data', (part) => {
      this.#parts.push(part)
      this.#size += part.length
      this.#settle()
    })
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
  }

  close() {
    this.#socket.destroy()
  }

  /** Resolves with the status, the header and the whole body. */
  send(method, path, body = '', type = 'application/json') {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      const content = body === '' ? '' : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${TOKEN}\r\naccept: application/json\r\n${content}\r\n${body}`,
      )
    })
  }

  #settle() {
    if (this.#wanted === Infinity) {
      const first = Buffer.concat(this.#parts)
      this.#parts = [first]
      const end = first.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = first.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      this.#bodyAt = end + 4
      if (length !== undefined) this.#wanted = this.#bodyAt + Number(length)
      else if (!/\r\ntransfer-encoding: chunked/i.test(head))
        return this.#waiting.reject(new Error('an answer without its length'))
      else if (first.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) this.#wanted = this.#size
      else return
    }
    if (this.#size < this.#wanted) return
    const all = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    const head = all.toString('latin1', 0, this.#bodyAt)
    const body = all.subarray(this.#bodyAt, this.#wanted)
    this.#parts = []
    this.#size = 0
    this.#wanted = Infinity
    this.#waiting.resolve({ status: Number(head.slice(9, 12)), head, body })
  }
}
