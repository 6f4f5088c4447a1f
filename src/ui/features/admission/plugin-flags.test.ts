import { describe, expect, it } from 'vitest'
import type { PluginState } from '../../../server/control'
import { argvFor, configurationIn, withoutSame } from './plugin-flags'

const plugin = (name: string, on: boolean, byDefault: boolean): PluginState => ({
  name,
  does: 'Something.',
  on,
  byDefault,
  configurable: false,
})
const PLUGINS = [plugin('A', true, true), plugin('B', false, false), plugin('C', true, false), plugin('D', false, true)]

it.each([
  [{ A: true, B: false }, { A: true, B: false }, {}],
  [{ A: true, B: true }, { A: true, B: false }, { B: true }],
  [{ A: true, C: true }, { A: true }, { C: true }],
])('of the wanted plugins %j, after %j there remain %j', (wanted, done, left) => {
  expect(withoutSame(wanted, done)).toEqual(left)
})

describe('flags of the plugins that are wanted', () => {
  it.each([
    [{}, ['--enable-admission-plugins=C', '--disable-admission-plugins=D']],
    [{ C: false, D: true }, []],
    [{ A: false, B: true }, ['--enable-admission-plugins=B,C', '--disable-admission-plugins=A,D']],
  ])('%j', (wanted, expected) => {
    const before = ['--release=1.20', '--enable-admission-plugins=C', '--disable-admission-plugins=D']
    expect(argvFor(before, PLUGINS, wanted, undefined)).toEqual(['--release=1.20', ...expected])
  })

  it('carries a configuration as its text', () => {
    const argv = argvFor([], [], {}, 'kind: AdmissionConfiguration\n')
    expect(configurationIn(argv)).toEqual({ text: 'kind: AdmissionConfiguration\n' })
    expect(configurationIn(argvFor(argv, [], {}, undefined))).toEqual({ text: 'kind: AdmissionConfiguration\n' })
    expect(argvFor(argv, [], {}, ' ')).toEqual([])
    expect(configurationIn(['--admission-control-config-file=/etc/a.yaml'])).toEqual({ text: '', file: '/etc/a.yaml' })
  })
})
