import { describe, expect, it } from 'vitest'
import { rule } from '../../../testing/rbac'
import { mergeRules } from './merge-rules'

describe('rules for reading', () => {
  it.each([
    [['get pods', 'get secrets'], ['get pods,secrets']],
    [['list,get pods', 'get,list secrets'], ['get,list pods,secrets']],
    [
      ['get pods', 'list secrets'],
      ['get pods', 'list secrets'],
    ],
    [
      ['get pods', 'get deployments apps'],
      ['get pods', 'get deployments apps'],
    ],
    [
      ['get pods core p', 'get secrets'],
      ['get pods core p', 'get secrets'],
    ],
    [
      ['get /version', 'get /healthz', 'get pods'],
      ['get /version,/healthz', 'get pods'],
    ],
    [['escalate,get roles', 'get,escalate roles'], ['get,escalate roles']],
  ])('%j', (given, expected) => {
    expect(mergeRules(given.map(rule))).toEqual(expected.map(rule))
  })
})
