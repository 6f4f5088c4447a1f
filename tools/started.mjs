import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Starts a Node script; resolves with the match of `pattern` in a line that it prints when it is ready, and with `stop`. */
export async function started(args, pattern) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const messages = []
  child.stderr.on('data', (text) => messages.push(text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const found = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = pattern.exec(line)?.[1]
      if (address) resolve(address)
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${Buffer.concat(messages)}`)))
  })
  return { found, stop }
}
