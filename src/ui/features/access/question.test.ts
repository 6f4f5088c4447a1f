import { describe, expect, it } from 'vitest'
import { attributesFor, phraseOf, questionFrom, questionOf, resourceOf, resourceText, searchOf } from './question'

const alice = { name: 'alice', groups: [] }

describe('questions', () => {
  it.each([
    ['pods', { group: '', resource: 'pods', subresource: '' }],
    ['pods/log', { group: '', resource: 'pods', subresource: 'log' }],
    ['deployments.apps', { group: 'apps', resource: 'deployments', subresource: '' }],
    ['things.shop.example.com/scale', { group: 'shop.example.com', resource: 'things', subresource: 'scale' }],
  ])('%s in its parts', (text, parts) => {
    expect(resourceOf(text)).toEqual(parts)
    expect(resourceText(parts)).toBe(text)
  })

  it('are an address and attributes', () => {
    const question = { verb: 'get', what: 'deployments.apps/scale', namespace: 'shop', name: 'cart' }
    expect(questionOf(searchOf(question))).toEqual(question)
    const attributes = attributesFor(question, alice)
    expect(attributes).toMatchObject({
      verb: 'get',
      apiGroup: 'apps',
      resource: 'deployments',
      subresource: 'scale',
      namespace: 'shop',
      name: 'cart',
      isResourceRequest: true,
    })
    expect(questionFrom(attributes)).toEqual(question)
  })

  it.each([
    [
      { verb: 'get', what: '/healthz', namespace: 'shop', name: '' },
      true,
      { isResourceRequest: false, path: '/healthz', namespace: '' },
    ],
    [{ verb: 'get', what: 'nodes', namespace: 'shop', name: 'n' }, false, { namespace: '', name: 'n' }],
    [{ verb: 'get', what: 'namespaces', namespace: '', name: 'shop' }, false, { namespace: 'shop', name: 'shop' }],
  ])('%j counts a namespace where there is one', (question, namespaced, expected) => {
    expect(attributesFor(question, alice, namespaced)).toMatchObject(expected)
  })

  it.each([
    [{ verb: 'list', what: 'secrets', namespace: 'shop', name: '' }, true, 'list secrets in shop'],
    [{ verb: 'get', what: 'secrets', namespace: '', name: 'key' }, true, 'get secrets named key in all namespaces'],
    [{ verb: 'get', what: 'nodes', namespace: '', name: '' }, false, 'get nodes'],
    [{ verb: 'get', what: '/version', namespace: '', name: '' }, true, 'get /version'],
  ])('%j in words', (question, namespaced, expected) => {
    expect(phraseOf(question, namespaced)).toBe(expected)
  })
})
