import { isObject } from '../machinery/json'
import type { OutsideHandler } from './tab'

/** Address of the simulated image policy, for the configuration of ImagePolicyWebhook. */
export const IMAGE_POLICY_URL = 'https://image-policy.orchard.example/review'

const TAGGED = /^[^@]*:(?!latest$)[^/:]+$|@sha256:[0-9a-f]{64}$/

/** The images of a review that the policy rejects: without tag or digest, or `latest`. */
export const refusedImages = (images: readonly string[]): string[] => images.filter((image) => !TAGGED.test(image))

/**
 * An image policy for trying the ImagePolicyWebhook plugin (admission document, "ImagePolicyWebhook configuration"): rejects
 * images without a fixed version. Uses MSW handlers, loaded on the first call and resolved in the tab.
 */
export const imagePolicy: OutsideHandler = async (request) => {
  if (!request.url.startsWith(IMAGE_POLICY_URL)) return undefined
  const { getResponse, http, HttpResponse } = await import('msw')
  const handlers = [
    http.post(IMAGE_POLICY_URL, async ({ request: posted }) => {
      const review: unknown = await posted.json().catch(() => undefined) // a body that is not JSON is rejected as not being a review
      if (!isObject(review) || review.kind !== 'ImageReview')
        return HttpResponse.json({ message: 'the body must be an ImageReview' }, { status: 400 })
      const { spec } = review
      const containers = isObject(spec) && Array.isArray(spec.containers) ? spec.containers : []
      const refused = refusedImages(
        containers.flatMap((container) =>
          isObject(container) && typeof container.image === 'string' ? [container.image] : [],
        ),
      )
      const status = refused.length
        ? { allowed: false, reason: `the version of ${refused.join(', ')} is not fixed` }
        : { allowed: true }
      return HttpResponse.json({
        apiVersion: review.apiVersion ?? 'imagepolicy.orch.io/v1alpha1',
        kind: 'ImageReview',
        status,
      })
    }),
  ]
  return (await getResponse(handlers, request)) ?? new Response('not found', { status: 404 })
}
