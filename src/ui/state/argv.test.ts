import { describe, expect, it } from 'vitest'
import { addressFlags } from '../../transport/address-flags'
import { argvToLine, argvToText, flagValue, textToArgv, withFlag } from './argv'

const ARGV = [
  '--release=1.25',
  '--authorization-mode',
  'Node,RBAC',
  '--anonymous-auth',
  '--token-auth-file=data:,a,b,c',
]

describe('argv as a text', () => {
  it('comes back as it was', () => {
    expect(textToArgv(argvToText(ARGV))).toEqual(ARGV)
    expect(argvToText(ARGV).split('\n')).toHaveLength(4)
  })

  it('omits blank lines and comments', () => {
    expect(textToArgv('\n  # why\n --a=1 \n--b two words\n')).toEqual(['--a=1', '--b', 'two words'])
  })

  it.each([
    [
      'release',
      '1.20',
      ['--authorization-mode', 'Node,RBAC', '--anonymous-auth', '--token-auth-file=data:,a,b,c', '--release=1.20'],
    ],
    [
      'authorization-mode',
      'RBAC',
      ['--release=1.25', '--anonymous-auth', '--token-auth-file=data:,a,b,c', '--authorization-mode=RBAC'],
    ],
    [
      'anonymous-auth',
      'false',
      [
        '--release=1.25',
        '--authorization-mode',
        'Node,RBAC',
        '--token-auth-file=data:,a,b,c',
        '--anonymous-auth=false',
      ],
    ],
  ])('sets %s', (name, value, expected) => {
    expect(withFlag(ARGV, name, value)).toEqual(expected)
  })

  it.each([
    ['release', '1.25'],
    ['authorization-mode', 'Node,RBAC'],
    ['unknown', undefined],
  ])('reads %s', (name, value) => {
    expect(flagValue(ARGV, name)).toBe(value)
  })
})

it.each([
  [['--a=1', '--b=data:,x,y,z']],
  [['--a=data:,wonder,alice,1,"dev,ops"', '--b=two words']],
  [[`--a=it's "quoted"`, `--b=''`, `--c="'`]],
])('one line brings back %j', (argv) => {
  expect(addressFlags(`?${new URLSearchParams({ flags: argvToLine(argv) }).toString()}`)).toEqual(argv)
})
