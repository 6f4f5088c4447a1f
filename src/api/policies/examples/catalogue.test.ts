import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster } from '../../../testing/cluster'
import { filled, kindContext, refusals } from '../../../testing/kinds'
import { validatingAdmissionPolicy } from '../../kinds/admissionregistration/validating-admission-policy/validating-admission-policy'
import { overlay } from '../../../managed-fields/overlay'
import { mutatingAdmissionPolicy } from '../../kinds/admissionregistration/mutating-admission-policy/mutating-admission-policy'
import { schemaOf, typeOfKind } from '../../types'
import type { ApiObject } from '../../../machinery/object'
import { answerOf, isAsExpected, isMutating, runBench } from '../bench'
import type { Merge } from '../mutate-object'
import { POLICY_EXAMPLES } from './catalogue'

const merge: Merge = (object, intent) => {
  const { apiVersion = '', kind = '' } = object as Partial<ApiObject>
  const schema = schemaOf(typeOfKind(apiVersion, kind) ?? '')
  if (!schema) throw new Error(`no schema of ${kind}`)
  return overlay(object as ApiObject, intent, schema)
}

interface Served {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
}

describe('the catalogue of policies', () => {
  it('has many, each with requests that pass and requests that do not', () => {
    expect(POLICY_EXAMPLES.length).toBeGreaterThanOrEqual(25)
    expect(new Set(POLICY_EXAMPLES.map(({ id }) => id)).size).toBe(POLICY_EXAMPLES.length)
    for (const { cases } of POLICY_EXAMPLES) {
      expect(cases.some(({ refusal }) => refusal === undefined)).toBe(true)
      expect(cases.some(({ refusal, becomes }) => refusal !== undefined || becomes !== undefined)).toBe(true)
    }
  })

  it.each(POLICY_EXAMPLES.map((example) => [example.id, example] as const))(
    '%s can be registered at its release',
    (_, { spec, since }) => {
      const context = kindContext({ release: since })
      const kind = isMutating(spec) ? mutatingAdmissionPolicy : validatingAdmissionPolicy
      expect(refusals(kind, { spec }, context)).toEqual([])
      expect(filled(kind, { spec }, context)['spec']).toMatchObject({ matchConstraints: {} })
    },
  )

  it.each(
    POLICY_EXAMPLES.flatMap(({ id, spec, since, cases }) =>
      cases.map((one) => [`${id}: ${one.name}`, { spec, since, one }] as const),
    ),
  )('%s', (_, { spec, since, one }) => {
    const run = runBench(spec, one, { release: since, merge })
    expect(run.expressions.map(({ problem }) => problem).filter(Boolean)).toEqual([])
    const answer = answerOf(run, spec, one)
    expect(answer.after).toEqual(one.becomes)
    expect(isAsExpected(answer, one), answer.said).toBe(true)
  })

  it('allows the objects that the cluster accepts', async () => {
    const { admin, ...cluster } = await startCluster()
    onTestFinished(() => cluster.stop())
    const sent = POLICY_EXAMPLES.flatMap(({ id, cases }) =>
      cases.flatMap(({ name, operation, object, refusal }) =>
        operation === 'CREATE' && object && refusal === undefined ? [{ name: `${id}: ${name}`, object }] : [],
      ),
    )
    const answers = await Promise.all(
      sent.map(async ({ name, object }) => {
        const { apiVersion = '', kind = '', metadata } = object as Partial<ApiObject>
        const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
        const { resources } = (await (await admin.raw('GET', root)).json()) as { resources: Served[] }
        const served = resources.find((one) => one.kind === kind && !one.name.includes('/'))
        const place = served?.namespaced ? `namespaces/${metadata?.namespace ?? 'default'}/` : ''
        const answer = await admin.raw('POST', `${root}/${place}${served?.name}?dryRun=All`, object)
        return answer.status === 201 ? undefined : `${name}: ${await answer.text()}`
      }),
    )
    expect(answers.filter(Boolean)).toEqual([])
  })
})
