import { describe, expect, it } from 'vitest'
import type { FieldError } from '../../../machinery/field-wording'
import { validateHostProcess, validateOs } from './pod-os'

/** The fields that a validation refuses, with its messages. */
function errorsOf(validate: typeof validateOs, spec: object): string[] {
  const errors: FieldError[] = []
  validate({ containers: [], ...spec }, 'spec', errors)
  return errors.map(({ field, message }) => `${field}: ${message}`)
}
const container = (securityContext?: object) => ({ name: 'c', image: 'i', ...(securityContext && { securityContext }) })
const hostProcess = (value: boolean) => ({ windowsOptions: { hostProcess: value } })

describe('the operating system of a pod', () => {
  it.each<[string, object, string[]]>([
    ['none', { hostPID: true }, []],
    ['Linux', { os: { name: 'linux' }, hostPID: true, securityContext: { runAsUser: 1 } }, []],
    [
      'Linux with options of Windows',
      {
        os: { name: 'linux' },
        securityContext: { windowsOptions: {} },
        initContainers: [container({ windowsOptions: {} })],
      },
      [
        'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
        'spec.initContainers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
      ],
    ],
    [
      'Windows with options of Linux',
      {
        os: { name: 'windows' },
        hostPID: true,
        hostUsers: false,
        shareProcessNamespace: false,
        securityContext: { fsGroup: 1 },
        containers: [container(), container({ privileged: false })],
      },
      [
        'spec.hostUsers: Forbidden: cannot be set for a windows pod',
        'spec.hostPID: Forbidden: cannot be set for a windows pod',
        'spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod',
        'spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod',
        'spec.containers[1].securityContext.privileged: Forbidden: cannot be set for a windows pod',
      ],
    ],
  ])('%s', (_, spec, errors) => expect(errorsOf(validateOs, spec)).toEqual(errors))

  it('is Linux or Windows', () =>
    expect(errorsOf(validateOs, { os: { name: 'plan9' } })).toEqual([
      expect.stringMatching(/^spec\.os\.name: .*"plan9"/),
    ]))
})

describe('host processes', () => {
  it.each<[string, object, string[]]>([
    ['none', { containers: [container()] }, []],
    ['all', { hostNetwork: true, securityContext: hostProcess(true), containers: [container()] }, []],
    [
      'without the network of the host',
      { securityContext: hostProcess(true), containers: [container()] },
      ['spec.hostNetwork: Invalid value: false: must be true if pod has any hostProcess containers'],
    ],
    [
      'beside other containers',
      { hostNetwork: true, containers: [container(hostProcess(true)), container()] },
      ['spec: Invalid value: "": if hostProcess is used then all containers must be host processes'],
    ],
    [
      'unlike their pod',
      { hostNetwork: true, securityContext: hostProcess(false), containers: [container(hostProcess(true))] },
      [
        'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false',
      ],
    ],
  ])('%s', (_, spec, errors) => expect(errorsOf(validateHostProcess, spec)).toEqual(errors))
})
