import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../machinery/json'
import { parseExecConfig } from './exec-config'

const BETA = 'client.authentication.orch.io/v1beta1'

const V1 = 'client.authentication.orch.io/v1'

describe('entry of a plugin', () => {
  test.each<[JsonObject, string]>([
    [{ apiVersion: V1, interactiveMode: 'Never' }, 'exec.command must be given'],
    [{ command: 'x' }, 'exec.apiVersion must be given'],
    [{ command: 'x', apiVersion: 'client.authentication.orch.io/v1alpha1' }, 'exec plugin: invalid apiVersion'],
    [{ command: 'x', apiVersion: V1 }, 'exec.interactiveMode must be given'],
    [{ command: 'x', apiVersion: V1, interactiveMode: 'Sometimes' }, 'exec.interactiveMode must be one of'],
    [{ command: 'x', apiVersion: BETA, args: 'y' }, 'exec.args must be a list'],
    [{ command: 'x', apiVersion: BETA, env: [{ value: 'y' }] }, 'exec.env must be pairs'],
  ])('%j is refused', (exec, message) => expect(() => parseExecConfig(exec)).toThrow(message))
  test('the older version may leave the mode out', () => {
    expect(parseExecConfig({ command: 'x', apiVersion: BETA })).toEqual({
      command: 'x',
      apiVersion: BETA,
      args: [],
      env: [],
      provideClusterInfo: false,
      interactiveMode: 'IfAvailable',
    })
  })
})
