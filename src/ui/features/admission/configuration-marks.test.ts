import { expect, it } from 'vitest'
import { configurationMarks } from './configuration-marks'

const TEXT = `apiVersion: apiserver.config.orch.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      kind: PodSecurityConfiguration
      defaults:
        enforc: baseline
`
const marked = (text: string, problem?: string): string[] =>
  configurationMarks(text, problem).map(({ from, to, message }) => `${text.slice(from, to)} | ${message}`)

it.each<[string, string, string | undefined, string[]]>([
  ['nothing for an empty text', '\n', 'the admission configuration: kind must be "X"', []],
  ['nothing without a problem', TEXT, undefined, []],
  [
    'an unknown field of a plugin',
    TEXT,
    'the admission configuration: PodSecurity: unknown field "defaults.enforc"',
    ['enforc: baseline | PodSecurity: unknown field "defaults.enforc"'],
  ],
  [
    'an unknown plugin',
    TEXT,
    'the admission configuration: plugins[0].name: there is no plugin "PodSecurity"',
    ['name: PodSecurity | plugins[0].name: there is no plugin "PodSecurity"'],
  ],
  [
    'an unknown field of the file',
    `${TEXT}plugin: []\n`,
    'the admission configuration: unknown field "plugin"',
    ['plugin | unknown field "plugin"'],
  ],
  [
    'a wrong kind of a plugin',
    TEXT,
    'the admission configuration: PodSecurity: kind must be "Other", not "PodSecurityConfiguration"',
    ['kind: PodSecurityConfiguration | PodSecurity: kind must be "Other", not "PodSecurityConfiguration"'],
  ],
])('marks %s', (_, text, problem, is) => {
  expect(marked(text, problem)).toEqual(is)
})

it('marks invalid YAML before the server is asked', () => {
  expect(configurationMarks('kind: [a\nplugins: b: c\n', undefined)).toHaveLength(1)
})
