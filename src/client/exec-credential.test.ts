import { describe, expect, test } from 'vitest'
import { encodeText } from '../machinery/base64'
import type { JsonObject } from '../machinery/json'
import { createFakeClock } from '../testing/fake-clock'
import { execClusterOf, parseExecConfig } from './exec-config'
import { CommandNotFound, ExecCredentialSource, execRunOf, type ExecRun, parseExecOutput } from './exec-credential'

const V1 = 'client.authentication.orch.io/v1'
const BETA = 'client.authentication.orch.io/v1beta1'
const config = (more: JsonObject = {}) =>
  parseExecConfig({ command: 'login', apiVersion: V1, interactiveMode: 'Never', ...more })
const printed = (status: JsonObject, apiVersion = V1) => JSON.stringify({ kind: 'ExecCredential', apiVersion, status })

describe('start of a plugin', () => {
  const info = (run: ExecRun) => JSON.parse(run.env.ORCH_EXEC_INFO ?? '') as { spec: JsonObject }
  test.each([
    ['Never', true, false],
    ['Never', false, false],
    ['IfAvailable', true, true],
    ['IfAvailable', false, false],
    ['Always', true, true],
  ])('%s with input %s is interactive: %s', (interactiveMode, stdinAvailable, interactive) => {
    const run = execRunOf({ config: config({ interactiveMode }), stdinAvailable })
    expect([run.stdin, info(run).spec]).toEqual([interactive, { interactive }])
  })
  test('Always without input does not start', () => {
    expect(() => execRunOf({ config: config({ interactiveMode: 'Always' }), stdinAvailable: false })).toThrow(
      'needs standard input',
    )
  })
  test.each([
    ['login', 'login'],
    ['/bin/login', '/bin/login'],
    ['./login', '/home/me/login'],
    ['bin/login', '/home/me/bin/login'],
    ['../login', '/home/me/../login'],
  ])('%s is %s', (command, resolved) => {
    expect(execRunOf({ config: config({ command }), directory: '/home/me', stdinAvailable: false }).command).toBe(
      resolved,
    )
  })
  test("it receives the cluster's address if it asks for it", () => {
    const cluster = execClusterOf(
      {
        server: 'https://c',
        'certificate-authority': 'file',
        extensions: [
          { name: 'other', extension: 1 },
          { name: 'client.authentication.orch.io/exec', extension: { audience: 'x' } },
        ],
      },
      'PEM',
    )
    const more = { args: ['-v'], env: [{ name: 'A', value: 'b' }] }
    const run = execRunOf({ config: config({ ...more, provideClusterInfo: true }), cluster, stdinAvailable: false })
    expect(run).toMatchObject({ args: ['-v'], env: { A: 'b' } })
    expect(info(run)).toEqual({
      kind: 'ExecCredential',
      apiVersion: V1,
      spec: {
        interactive: false,
        cluster: { server: 'https://c', 'certificate-authority-data': encodeText('PEM'), config: { audience: 'x' } },
      },
    })
    expect(info(execRunOf({ config: config(more), cluster, stdinAvailable: false })).spec).not.toHaveProperty('cluster')
  })
})

describe('output of a plugin', () => {
  test.each<[string, string]>([
    ['nothing', 'json parse error'],
    ['{}', 'did not print an ExecCredential'],
    [printed({ token: 't' }, BETA), 'configured to use API version'],
    [JSON.stringify({ kind: 'ExecCredential', apiVersion: V1 }), "didn't return a status field"],
    [printed({}), "didn't return a token or cert/key pair"],
    [printed({ token: 't', clientKeyData: 'k' }), 'only certificate or key'],
    [printed({ clientCertificateData: 'c' }), 'only certificate or key'],
    [printed({ token: 't', expirationTimestamp: 'soon' }), 'is no time'],
  ])('%s is refused', (stdout, message) => expect(() => parseExecOutput(stdout, V1)).toThrow(message))
  test('a token, a certificate, an end', () => {
    expect(
      parseExecOutput(
        printed({
          token: 't',
          clientCertificateData: 'c',
          clientKeyData: 'k',
          expirationTimestamp: '1970-01-01T00:00:01Z',
        }),
        V1,
      ),
    ).toEqual({ token: 't', clientCertificate: 'c', clientKey: 'k', expiresAt: 1000 })
  })
})

describe('credentials of a plugin', () => {
  const source = (status: (turn: number) => JsonObject) => {
    const clock = createFakeClock()
    let turns = 0
    const credentials = new ExecCredentialSource({
      config: config(),
      stdinAvailable: false,
      clock,
      run: async () => ({ exitCode: 0, stdout: printed(status(++turns)) }),
    })
    return { clock, credentials, turns: () => turns }
  }
  test('they are kept until they end', async () => {
    const { clock, credentials, turns } = source((turn) => ({
      token: `t${turn}`,
      expirationTimestamp: new Date(createFakeClock().now() + turn * 60_000).toISOString(),
    }))
    expect((await Promise.all([credentials.get(), credentials.get()])).map(({ token }) => token)).toEqual(['t1', 't1'])
    await clock.advance(59_999)
    expect((await credentials.get()).token).toBe('t1')
    await clock.advance(1)
    expect((await credentials.get()).token).toBe('t2')
    expect(turns()).toBe(2)
  })
  test('without an end they are kept until they are refused; an old refusal counts no more', async () => {
    const { credentials, turns } = source((turn) => ({ token: `t${turn}` }))
    const first = await credentials.get()
    expect(await credentials.get()).toBe(first)
    credentials.refused(first)
    const second = await credentials.get()
    credentials.refused(first)
    expect(await credentials.get()).toBe(second)
    expect(turns()).toBe(2)
  })
  test.each<[string, () => Promise<{ exitCode: number; stdout: string }>, string]>([
    ['it is not there', () => Promise.reject(new CommandNotFound()), 'executable login not found\n\nget it there'],
    ['it fails', async () => ({ exitCode: 3, stdout: '' }), 'failed with exit code 3'],
    ['it breaks', () => Promise.reject(new Error('broken')), 'login: broken'],
  ])('%s', async (_, run, message) => {
    const credentials = new ExecCredentialSource({
      config: config({ installHint: 'get it there' }),
      stdinAvailable: false,
      clock: createFakeClock(),
      run,
    })
    await expect(credentials.get()).rejects.toThrow(message)
  })
})
