import type { Expected } from '../bench'
import type { BenchRequest } from '../bench-request'
import type { PolicySpec, Validation } from '../policy'

/** A test request for an example policy. */
export interface PolicyCase extends BenchRequest, Expected {
  readonly name: string
}
/** An example policy with requests that it allows, denies or changes. */
export interface PolicyExample {
  readonly id: string
  readonly title: string
  readonly about: string
  /** First minor release that supports its expressions. */
  readonly since: number
  readonly spec: PolicySpec
  readonly cases: readonly PolicyCase[]
}

const resources = (group: string, ...names: string[]) => ({
  resourceRules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: [group], apiVersions: ['v1'], resources: names }],
})
/** Matches creations and updates of pods. */
export const MATCH_PODS = resources('', 'pods')
/** Matches creations and updates of deployments. */
export const MATCH_DEPLOYMENTS = resources('apps', 'deployments')
/** Matches creations and updates of v1 resources in a group. */
export const matching = resources

/** A policy with one validation. */
export const one = (
  matchConstraints: PolicySpec['matchConstraints'],
  expression: string,
  more: Partial<PolicySpec> & Pick<Validation, 'message' | 'messageExpression' | 'reason'> = {},
): PolicySpec => {
  const { message, messageExpression, reason, ...rest } = more
  return {
    failurePolicy: 'Fail',
    ...(matchConstraints && { matchConstraints }),
    ...rest,
    validations: [
      {
        expression,
        ...(message && { message }),
        ...(messageExpression && { messageExpression }),
        ...(reason && { reason }),
      },
    ],
  }
}

/** A pod with the given parts, for cases. */
export const pod = (spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', ...metadata },
  spec: { containers: [{ name: 'web', image: 'registry.example/shop:1.4' }], ...spec },
})
/** A pod spec with one container, with `more` fields. */
export const container = (more: object): object => ({
  containers: [{ name: 'web', image: 'registry.example/shop:1.4', ...more }],
})
/** A deployment with the given parts, for cases. */
export const exampleDeployment = (spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default', ...metadata },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { containers: [{ name: 'web', image: 'registry.example/shop:1.4' }] },
    },
    ...spec,
  },
})
/** A case that creates an object; with `refusal`, the policy must reject it with this message. */
export const created = (
  name: string,
  object: object,
  refusal?: string,
  more: Partial<PolicyCase> = {},
): PolicyCase => ({
  name,
  operation: 'CREATE',
  object,
  ...(refusal !== undefined && { refusal }),
  ...more,
})
/** A case that updates an object; with `refusal`, the policy must reject it with this message. */
export const changed = (name: string, oldObject: object, object: object, refusal?: string): PolicyCase => ({
  name,
  operation: 'UPDATE',
  object,
  oldObject,
  ...(refusal !== undefined && { refusal }),
})
