import { describe, expect, test } from 'vitest'
import { IMAGE_POLICY_URL, imagePolicy, refusedImages } from './image-policy'

const ask = (body: unknown, url = IMAGE_POLICY_URL) =>
  imagePolicy(
    new Request(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    {},
  )
const review = (...images: string[]) => ({
  apiVersion: 'imagepolicy.orch.io/v1alpha1',
  kind: 'ImageReview',
  spec: { containers: images.map((image) => ({ image })) },
})

describe('the simulated image policy', () => {
  test.each([
    ['shop:1.2', []],
    ['registry.example:5000/shop:1.2', []],
    [`shop@sha256:${'a'.repeat(64)}`, []],
    ['shop', ['shop']],
    ['shop:latest', ['shop:latest']],
    ['registry.example:5000/shop', ['registry.example:5000/shop']],
  ])('%s', (image, refused) => expect(refusedImages([image])).toEqual(refused))

  test('answers reviews', async () => {
    expect(await (await ask(review('a:1')))?.json()).toMatchObject({ kind: 'ImageReview', status: { allowed: true } })
    expect(await (await ask(review('a:1', 'b')))?.json()).toMatchObject({
      status: { allowed: false, reason: expect.stringContaining('b') as string },
    })
  })
  test('rejects bodies that are not reviews, and does not answer other addresses', async () => {
    expect((await ask({ kind: 'Pod' }))?.status).toBe(400)
    expect(await ask(review('a'), 'https://elsewhere.example/')).toBeUndefined()
  })
})
