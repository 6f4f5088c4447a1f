import { describe, expect, it } from 'vitest'
import { valuesAt } from '../../../../scenarios/field-path'
import { allLessons } from '../../../../scenarios/lessons'
import type { ScriptRequest } from '../../../../scenarios/script-line'
import { pageAddress } from '../../../state/page-place'
import { type DemonstratedRequest, outcomeTargetOf } from './outcome-target'

const TYPES = { apply: 'application/apply-patch+yaml', merge: '', json: '', strategic: '' }
const CREATED = 201

/** A line of a solution as it is shown, with the answer that such a request gets. */
function shownOf({ send, body, patch, status }: ScriptRequest): DemonstratedRequest {
  const [method = '', path = ''] = send.split(/ (.*)/s)
  const name = valuesAt(body, 'metadata.name')[0] ?? 'made-up'
  const contentType = patch ? TYPES[patch] : ''
  return { method, path, contentType, body, status: status ?? CREATED, answer: { metadata: { name } } }
}

const lessons = await allLessons()

describe.each(lessons.map(({ id, scenario }) => [id, scenario] as const))('solutions of %s', (_, scenario) => {
  const steps = scenario.steps ?? []

  it.each(steps.map((step) => [step.title, step] as const))('end at something to look at: %s', (__, step) => {
    const last = step.solution.findLast((line): line is ScriptRequest => 'send' in line)
    const own = step.page ?? scenario.page
    const { page, at, words } = outcomeTargetOf(last && shownOf(last), own)
    expect(words).toMatch(/^(See|Read) .*\.$/)
    expect(page === undefined ? undefined : pageAddress(page)).toBe(page)
    // Only where no request was sent there is nothing of its own to point at.
    expect(at.length > 0 || last === undefined).toBe(true)
  })
})

describe('what has come of a request', () => {
  const write: DemonstratedRequest = {
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/deployments/shop?fieldManager=me',
    contentType: 'application/apply-patch+yaml',
    body: {},
    status: 200,
    answer: {},
  }
  const pageOf = (change: Partial<DemonstratedRequest>, own?: string) =>
    outcomeTargetOf({ ...write, ...change }, own).page

  it('is seen on the page that the lesson is about, but for requests that changed nothing', () => {
    expect(pageOf({}, '/admission/pod-security')).toBe('/admission/pod-security')
    expect(pageOf({ status: 409 }, '/admission/pod-security')).toBeUndefined()
    expect(pageOf({ method: 'GET' }, '/explore/core/v1/pods')).toBeUndefined()
    expect(pageOf({ path: `${write.path}&dryRun=All` }, '/explore/core/v1/pods')).toBeUndefined()
    expect(pageOf({ status: 403 }, '/admission/audit?ns=shop')).toBe('/admission/audit?ns=shop')
  })

  it('is seen at an object that was made where the lesson is about another one', () => {
    const made = { method: 'POST', path: '/api/v1/namespaces/shop/pods', answer: { metadata: { name: 'b' } } }
    const own = '/explore/core/v1/limitranges/shop/sizes'
    expect(pageOf({ ...made, contentType: '' }, own)).toBe('/explore/core/v1/pods/shop/b?tab=yaml')
    expect(pageOf({ path: '/api/v1/namespaces/shop/limitranges/sizes' }, own)).toBe(own)
  })

  it('is shown at the written object if the lesson uses the console', () => {
    expect(pageOf({}, '/console?method=GET')).toBe('/apply/apps/v1/deployments/default/shop')
    expect(pageOf({}, '/identity')).toBe('/apply/apps/v1/deployments/default/shop')
    expect(pageOf({ contentType: '' })).toBe('/explore/apps/v1/deployments/default/shop?tab=yaml')
    expect(pageOf({ method: 'DELETE' })).toBe('/explore/apps/v1/deployments?ns=default')
    const answer = { metadata: { name: 'node-1' } }
    expect(pageOf({ method: 'POST', path: '/api/v1/nodes', contentType: '', answer })).toBe(
      '/explore/core/v1/nodes/-/node-1?tab=yaml',
    )
  })

  it('is the answer of a review, or the rights of the bound user', () => {
    const path = '/apis/authorization.orch.io/v1/selfsubjectaccessreviews'
    expect(pageOf({ method: 'POST', path, contentType: '' })).toBeUndefined()
    const subjects = [{ kind: 'ServiceAccount', namespace: 'shop', name: 'robot' }]
    const bindings = '/apis/rbac.authorization.orch.io/v1/clusterrolebindings'
    expect(pageOf({ method: 'POST', path: bindings, contentType: '', body: { subjects } })).toBe(
      '/access/rights?who=account%3Ashop%2Frobot',
    )
  })
})
