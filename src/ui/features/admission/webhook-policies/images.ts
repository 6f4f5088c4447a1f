import { ALLOWED, denied, onCreate, podManifest, type PolicyText, reviewOf } from './policy'

const PODS = [onCreate('', 'pods')]
const DIGEST = `registry.example/shop@sha256:${'0'.repeat(64)}`

const LATEST = `// Images must have a fixed tag or a digest.
const floats = (image: string) => {
  if (image.includes('@')) return false
  const tag = image.split('/').pop()!.split(':')[1]
  return tag === undefined || tag === 'latest'
}

export default function (review: any) {
  const { spec } = review.request.object
  const images = [...(spec.initContainers ?? []), ...spec.containers].map((container: any) => container.image)
  const bad = images.filter(floats)
  return {
    allowed: bad.length === 0,
    status: { code: 403, message: \`images without a fixed tag: \${bad.join(', ')}\` },
    warnings: images.filter((image: string) => !image.includes('@')).map((image: string) => \`\${image} has no digest\`),
  }
}
`

const REGISTRIES = `// Images must come from a trusted registry.
const REGISTRIES = ['registry.example/', 'mirror.example/']

export default function (review: any) {
  const { spec } = review.request.object
  const images = [...(spec.initContainers ?? []), ...spec.containers].map((container: any) => container.image)
  const bad = images.filter((image: string) => !REGISTRIES.some((registry) => image.startsWith(registry)))
  return {
    allowed: bad.length === 0,
    status: { code: 403, message: \`images from other registries: \${bad.join(', ')}\` },
  }
}
`

const DIGESTS = `// A tag can be moved to another image; a digest cannot.
export default function (review: any) {
  const { spec } = review.request.object
  const images = [...(spec.initContainers ?? []), ...spec.containers].map((container: any) => container.image)
  const bad = images.filter((image: string) => !/@sha256:[0-9a-f]{64}$/.test(image))
  return {
    allowed: bad.length === 0,
    status: { code: 422, message: \`images without a digest: \${bad.join(', ')}\` },
  }
}
`

const ALWAYS = `// Every start checks with the registry, so that only users with access to the image can run it.
export default function (review: any) {
  const { containers } = review.request.object.spec
  const patch = containers.flatMap((container: any, i: number) =>
    container.imagePullPolicy === 'Always'
      ? []
      : [{ op: 'add', path: \`/spec/containers/\${i}/imagePullPolicy\`, value: 'Always' }],
  )
  return { allowed: true, patch }
}
`

/** Example webhooks about images. */
export const IMAGE_POLICIES: readonly PolicyText[] = [
  {
    id: 'latest',
    title: 'Block :latest',
    about: 'Requires a fixed tag or digest; warns when there is no digest.',
    group: 'Images',
    words: 'tag floating version',
    kind: 'Validating',
    source: LATEST,
    rules: PODS,
    passes: podManifest({}),
    fails: podManifest({ image: 'registry.example/shop:latest' }),
    says: 'images without a fixed tag: registry.example/shop:latest',
    further: [
      {
        id: 'port',
        name: 'No tag, but a registry with a port',
        review: reviewOf({ rules: PODS }, podManifest({ image: 'registry.example:5000/shop' })),
        expect: denied('images without a fixed tag: registry.example:5000/shop'),
      },
      {
        id: 'digest',
        name: 'A digest',
        review: reviewOf({ rules: PODS }, podManifest({ image: DIGEST })),
        expect: ALLOWED,
      },
    ],
  },
  {
    id: 'registries',
    title: 'Allow known registries only',
    about: 'Refuses images from registries that are not on a list.',
    group: 'Images',
    words: 'allowlist whitelist trusted repository source',
    kind: 'Validating',
    source: REGISTRIES,
    rules: PODS,
    passes: podManifest({}),
    fails: podManifest({ image: 'docker.example/shop:1.4' }),
    says: 'images from other registries: docker.example/shop:1.4',
  },
  {
    id: 'digests',
    title: 'Require image digests',
    about: 'Refuses images without a digest.',
    group: 'Images',
    words: 'sha256 immutable pin supply chain',
    kind: 'Validating',
    source: DIGESTS,
    rules: PODS,
    passes: podManifest({ image: DIGEST }),
    fails: podManifest({}),
    says: 'images without a digest: registry.example/shop:1.4',
  },
  {
    id: 'pull-always',
    title: 'Always pull images',
    about: 'Sets imagePullPolicy to Always on every container.',
    group: 'Images',
    words: 'imagePullPolicy',
    kind: 'Mutating',
    source: ALWAYS,
    rules: PODS,
    passes: podManifest({ imagePullPolicy: 'Always' }),
    fails: podManifest({ imagePullPolicy: 'IfNotPresent' }),
    becomes: podManifest({ imagePullPolicy: 'Always' }),
  },
]
