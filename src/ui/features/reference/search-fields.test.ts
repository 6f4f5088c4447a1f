import { expect, it } from 'vitest'
import type { ResourceInfo } from '../../queries/discovery'
import { resourceInfo } from '../../queries/discovery.testing'
import type { OpenApiDocument } from '../../queries/openapi'
import { searchFields } from './search-fields'

const kind = (name: string, group: string): ResourceInfo => resourceInfo(name, { group })
const ref = (name: string) => ({ $ref: `#/definitions/${name}` })
const of = (name: string, group: string) => ({ 'x-orch-group-version-kind': [{ group, version: 'v1', kind: name }] })
const DOCUMENT: OpenApiDocument = {
  paths: {},
  definitions: {
    pod: { properties: { spec: ref('podSpec') }, ...of('Pod', '') },
    deployment: { properties: { spec: ref('deploymentSpec') }, ...of('Deployment', 'apps') },
    deploymentSpec: { properties: { template: ref('pod'), replicas: { type: 'integer' } } },
    podSpec: { properties: { containers: { type: 'array', items: ref('container') } } },
    container: {
      properties: {
        image: { type: 'string', description: 'The image to run. More words.' },
        imagePullPolicy: { type: 'string' },
        // A definition may contain itself.
        next: ref('container'),
      },
    },
  },
}
const KINDS = [kind('Deployment', 'apps'), kind('Pod', '')]
const told = (word: string): string[] =>
  searchFields(DOCUMENT, KINDS, word).map(
    ({ name, type, places }) => `${name} ${type}: ${places.map(({ info, path }) => `${info.kind} ${path}`).join(', ')}`,
  )

it('finds a field in every kind that has it, the shortest path first and the exact name first', () => {
  expect(told('Image')).toEqual([
    'image string: Pod spec.containers.image, Deployment spec.template.spec.containers.image',
    'imagePullPolicy string: Pod spec.containers.imagePullPolicy, Deployment spec.template.spec.containers.imagePullPolicy',
  ])
  expect(told('replicas')).toEqual(['replicas integer: Deployment spec.replicas'])
  expect(told('nothing')).toEqual([])
})

it('shows the first sentence of the description', () => {
  expect(searchFields(DOCUMENT, KINDS, 'image')[0]?.about).toBe('The image to run.')
})
