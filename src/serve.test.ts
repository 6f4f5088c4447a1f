import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AuditEvent } from './audit/audit'
import { main } from './serve'

afterEach(() => vi.restoreAllMocks())

/** Runs the server and resolves with its address; `stop` ends it as a signal would. */
async function started(args: readonly string[]) {
  const stop = new AbortController()
  const address = new Promise<string>((resolve) => {
    vi.spyOn(console, 'log').mockImplementation((line: string) => {
      const found = /serves at (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  const ended = main(args, stop.signal)
  return { address: await Promise.race([address, ended.then(() => 'ended')]), stop: () => (stop.abort(), ended) }
}

describe('the headless server', () => {
  it('prints its address when it is ready, and ends on a signal', async () => {
    const { address, stop } = await started([
      '--port',
      '0',
      '--in-memory',
      '--release=1.23',
      '--anonymous-auth=true',
      '--authorization-mode=AlwaysAllow',
    ])
    const token = await fetch(`${address}/api/v1/namespaces/orch-system`)
    expect([token.status, ((await (await fetch(`${address}/version`)).json()) as { minor: string }).minor]).toEqual([
      200,
      '23',
    ])
    await stop()
    await expect(fetch(`${address}/version`)).rejects.toThrow()
  })

  it('continues from a folder with the same objects, revision and token keys', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'served-'))
    const args = ['--port=0', '--anonymous-auth=true', '--authorization-mode=AlwaysAllow', '--data-dir', folder]
    const send = async (url: string, body: object, headers = {}) => {
      const init = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }
      return (await (await fetch(url, init)).json()) as { metadata: { resourceVersion: string }; status: never }
    }
    const first = await started(args)
    const account = `${first.address}/api/v1/namespaces/default/serviceaccounts`
    const made = await send(account, { metadata: { name: 'kept' } })
    const review = { apiVersion: 'authentication.orch.io/v1', kind: 'TokenRequest', spec: { audiences: [] } }
    const { token } = (await send(`${account}/kept/token`, review)).status as { token: string }
    await first.stop()
    const second = await started(args)
    const again = await fetch(`${second.address}/api/v1/namespaces/default/serviceaccounts/kept`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([again.status, ((await again.json()) as typeof made).metadata]).toEqual([200, made.metadata])
    await expect(main(args, AbortSignal.abort())).rejects.toThrow('in use')
    await second.stop()
    rmSync(folder, { recursive: true })
  })

  it('writes what it records to a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'))
    const policy = { apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }
    const path = join(folder, 'audit.log')
    const { address, stop } = await started([
      '--port=0',
      '--in-memory',
      '--anonymous-auth=true',
      `--audit-policy-file=data:application/json,${encodeURIComponent(JSON.stringify(policy))}`,
      '--audit-log-path',
      path,
    ])
    await fetch(`${address}/api/v1/namespaces?limit=7`)
    await stop()
    const events = readFileSync(path, 'utf8').trim().split('\n')
    const own = events
      .map((line) => JSON.parse(line) as AuditEvent)
      .filter(({ requestURI }) => requestURI.endsWith('=7'))
    expect(own.map(({ stage, responseStatus }) => [stage, responseStatus?.code])).toEqual([
      ['RequestReceived', undefined],
      ['ResponseComplete', 403],
    ])
    rmSync(folder, { recursive: true })
  })

  it.each([
    [['--in-memory', '--port=0', '--data-dir=a'], '--data-dir'],
    [['--port=0', '--data-dir=/dev/null/a'], 'the folder /dev/null/a'],
    [['--port=0', '--data-dir='], '--data-dir'],
    [['--port=0', '--durability=none'], '--durability'],
    [['--in-memory', '--port=0', '--audit-log-format=xml'], 'audit-log-format'],
    [['--in-memory', '--port=0', '--audit-log-maxsize=-1'], 'audit-log-maxsize'],
    [['--in-memory', '--port=0', '--audit-policy-file=x', '--audit-log-path=/dev/null/a'], 'audit-log-path'],
    [['--in-memory', '--port=x'], '--port'],
    [['--in-memory', '--port=70000'], '--port'],
    [['--in-memory', '--port'], '--port'],
    [['--in-memory', '--in-memory', '--port=0'], '--in-memory'],
    [['--in-memory', '--port=0', '--no-such-flag'], 'no-such-flag'],
    [['--in-memory', '--port=0', 'word'], 'word'],
    [['--in-memory', '--port=0', '--tls-cert-file=a'], '--tls-private-key-file'],
  ])('refuses %j by name', async (args, name) => {
    await expect(main(args, AbortSignal.abort())).rejects.toThrow(name)
  })
})
