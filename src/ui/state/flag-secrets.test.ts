import { describe, expect, it } from 'vitest'
import { argvToText, textToArgv } from './argv'
import { hideInArgv, hideSecrets, isSecretFlag, revealSecrets, secretFlags, withoutSecretFlags } from './flag-secrets'

const url = (text: string): string => `data:text/plain,${encodeURIComponent(text)}`
const PEOPLE = url('sesame,alice,1\n')
const KEYS = ['one', 'two'].map((name) => url(`-----BEGIN EC PRIVATE KEY-----\n${name}\n`))
const ARGV = [
  '--release=1.20',
  `--token-auth-file=${PEOPLE}`,
  '--service-account-key-file',
  KEYS[0] ?? '',
  `--service-account-key-file=${KEYS[1] ?? ''}`,
  '--anonymous-auth',
]
const TEXT = argvToText(ARGV)

describe('what is secret in flags', () => {
  it.each([
    ['token-auth-file', PEOPLE, true],
    ['token-auth-file', 'data:,x', true],
    ['token-auth-file', '/etc/people.csv', false],
    ['tls-private-key-file', 'data:;base64,AAAA', true],
    ['service-account-key-file', KEYS[0] ?? '', true],
    ['service-account-key-file', `data:;base64,${btoa('-----BEGIN PRIVATE KEY-----')}`, true],
    ['service-account-key-file', url('-----BEGIN PUBLIC KEY-----'), false],
    ['client-ca-file', url('-----BEGIN CERTIFICATE-----'), false],
    ['client-ca-file', 'data:;base64,***', true],
    ['client-ca-file', 'data:,%', true],
    ['authorization-policy-file', url('{"user":"alice"}'), false],
    ['authentication-token-webhook-config-file', url('users: [{name: a, user: {token: x}}]'), true],
    ['authorization-webhook-config-file', url('{"user":{"client-key-data":"x"}}'), true],
    ['authorization-webhook-config-file', url('users:\n- name: a\n  user:\n    password: x'), true],
    ['authorization-webhook-config-file', url('clusters: [{name: a, cluster: {server: https://x}}]'), false],
    ['admission-control-config-file', url(`path: ${PEOPLE}`), true],
    ['cluster-name', 'data:,x', false],
    ['no-such-flag', 'data:,x', false],
  ])('--%s=%s: %s', (name, value, secret) => {
    expect(isSecretFlag(name, value)).toBe(secret)
  })

  it('is named, and omitted from shared texts', () => {
    expect(secretFlags(ARGV)).toEqual(['token-auth-file', 'service-account-key-file'])
    expect(withoutSecretFlags(ARGV)).toEqual(['--release=1.20', '--anonymous-auth'])
    expect(hideInArgv(ARGV).join('\n')).not.toMatch(/sesame|PRIVATE/)
  })

  it('has numbers while it is hidden, and comes back', () => {
    const hidden = hideSecrets(TEXT, ARGV)
    expect(hidden).not.toMatch(/sesame|PRIVATE/)
    expect(hidden.split('\n')[1]).toBe(`--token-auth-file=(hidden 1: ${PEOPLE.length} characters)`)
    expect(hideSecrets(hidden, ARGV)).toBe(hidden)
    expect(textToArgv(revealSecrets(hidden, ARGV))).toEqual(ARGV)
  })

  it('follows its line, wherever that goes and whatever is typed beside it', () => {
    const [release = '', people = '', first = '', second = ''] = hideSecrets(TEXT, ARGV).split('\n')
    const edited = [second, people, `${release}1`, '--token-auth-file=data:,new,bob,2'].join('\n')
    expect(first).toContain('(hidden 2')
    expect(revealSecrets(edited, ARGV).split('\n')).toEqual([
      `--service-account-key-file=${KEYS[1] ?? ''}`,
      `--token-auth-file=${PEOPLE}`,
      '--release=1.201',
      '--token-auth-file=data:,new,bob,2',
    ])
    expect(hideSecrets(edited, ARGV)).toBe(edited)
  })

  it.each(['--token-auth-file=(hidden 4)', '--token-auth-file=(hidden 2: 9 characters)', '--tls-cert-file (hidden 1)'])(
    'rejects an unknown placeholder: %s',
    (text) => expect(() => revealSecrets(text, ARGV)).toThrow('no hidden value'),
  )
})
