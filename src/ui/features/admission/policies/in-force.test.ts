import { expect, it } from 'vitest'
import type { RequestTrace, TraceStep } from '../../../../server/trace'
import { describeBinding, requestsInForce } from './in-force'

const step = (by: string, verdict: TraceStep['verdict'], reason: string): TraceStep => ({
  ...{ stage: 'validating admission', by, verdict, reason, startMs: 0, durationMs: 0 },
})
const trace = (id: string, status: number, ...steps: TraceStep[]): RequestTrace => ({
  ...{
    id,
    at: 0,
    method: 'POST',
    path: '/api/v1/pods',
    verb: 'create',
    user: 'bob',
    groups: [],
    status,
    durationMs: 0,
    steps,
  },
})

it('lists what each binding of a policy said, the newest request first', () => {
  const traces = [
    trace('1', 201, step('p/b', 'passed', '1 validations hold, cost 3'), step('other/b', 'passed', '')),
    trace('2', 200, step('other', 'none', '')),
    trace('3', 422, step('p', 'none', 'not for this request: x'), step('p/c', 'refused', 'no')),
  ]
  expect(requestsInForce('p', traces)).toEqual([
    {
      id: '3',
      title: 'create /api/v1/pods by bob',
      allowed: false,
      said: [
        { binding: undefined, verdict: 'none', reason: 'not for this request: x' },
        { binding: 'c', verdict: 'refused', reason: 'no' },
      ],
    },
    {
      id: '1',
      title: 'create /api/v1/pods by bob',
      allowed: true,
      said: [{ binding: 'b', verdict: 'passed', reason: '1 validations hold, cost 3' }],
    },
  ])
  expect(requestsInForce('p', traces, 1).map(({ id }) => id)).toEqual(['3'])
})

it.each([
  [{ validationActions: ['Deny', 'Audit'] }, 'Deny and Audit; no parameters; for everything that the policy matches'],
  [{ matchResources: {} }, 'changes objects; no parameters; only where matchResources matches'],
  [
    { validationActions: ['Warn'], paramRef: { name: 'limits', namespace: 'a', parameterNotFoundAction: 'Deny' } },
    'Warn; parameters: limits in a; refuses requests if there are none; for everything that the policy matches',
  ],
  [
    { validationActions: ['Deny'], paramRef: { selector: {}, parameterNotFoundAction: 'Allow' } },
    'Deny; parameters: those that a selector matches; allows requests if there are none; for everything that the policy matches',
  ],
])('%j', (spec, text) => {
  expect(describeBinding(spec)).toBe(text)
})
