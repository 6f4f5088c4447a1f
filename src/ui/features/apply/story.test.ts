import { describe, expect, it } from 'vitest'
import { UNKNOWN } from '../../components/ownership/structure'
import type { ApiObject } from '../../../machinery/object'
import type { Action } from './export'
import { scenesOf, type Story, storyMarkdown } from './story'
import { storySvg } from './story-picture'

const version = (resourceVersion: string, manager: string, replicas: number) => {
  const object: ApiObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'web',
      resourceVersion,
      managedFields: [
        {
          manager,
          operation: 'Apply',
          apiVersion: 'apps/v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:replicas': {} } },
        },
      ],
    },
    spec: { replicas },
  }
  return { resourceVersion, object, gone: false }
}
const action = (more: Partial<Action>): Action => ({
  id: '1',
  at: 0,
  kind: 'apply',
  manager: 'bob',
  force: false,
  dryRun: false,
  body: '',
  contentType: '',
  subresource: '',
  path: '',
  resource: 'deployments.apps',
  name: 'web',
  namespace: 'default',
  as: 'admin',
  status: 200,
  ...more,
})
const story: Story = {
  title: 'Deployment default/web',
  versions: [version('5', 'alice', 1), version('7', 'bob', 3)],
  actions: [
    action({ status: 409, message: 'Apply failed with 1 conflict: <x>\n- .a\n- .b' }),
    action({ force: true, resourceVersion: '7' }),
  ],
  structure: UNKNOWN,
}

describe('the story of an object', () => {
  it('shows a refusal between the versions before and after it', () => {
    expect(scenesOf(story).map(({ version: v, who, what, refused }) => [v, who, what, refused])).toEqual([
      ['5', 'alice', 'first version seen', false],
      ['', 'bob', 'applies at 00:00:00, refused: Apply failed with 1 conflict: <x> .a, .b', true],
      ['7', 'bob', 'applies, forced', false],
    ])
  })

  it('is written as a table', () => {
    expect(storyMarkdown(story)).toContain(
      '| 3 | 7 | bob | applies, forced | .spec.replicas: 1 → 3; owner alice → bob |',
    )
  })

  it('tells a changed item by its fields', () => {
    const item = (resourceVersion: string, image: string, manager: string) => {
      const { object } = version(resourceVersion, manager, 1)
      const [entry] = object.metadata.managedFields ?? []
      const managedFields = [{ ...entry, fieldsV1: { 'f:spec': { 'f:web': { '.': {}, 'f:image': {} } } } }]
      return {
        resourceVersion,
        object: { ...object, metadata: { ...object.metadata, managedFields }, spec: { web: { image } } } as ApiObject,
        gone: false,
      }
    }
    const lines = (...versions: Story['versions']): string[] =>
      storyMarkdown({ ...story, versions, actions: [] }).match(/\.spec[^<|]*/g) ?? []
    expect(lines(item('5', 'a', 'bob'), item('7', 'b', 'bob'))).toEqual(['.spec.web.image: "a" → "b"; owner bob '])
    expect(lines(item('5', 'a', 'alice'), item('7', 'b', 'bob'))).toEqual([
      '.spec.web: owner alice → bob',
      '.spec.web.image: "a" → "b"; owner alice → bob ',
    ])
  })

  it('is drawn, and whatever it says stays a text', () => {
    const paint = { ink: '#111', dim: '#555', line: '#ccc', ground: '#fff', refused: '#a00', owner: () => '#070' }
    const svg = storySvg(story, paint)
    expect(svg).toContain('.spec.replicas: 1 → 3')
    expect(svg).not.toContain('<x>')
    expect(svg.match(/<circle/g)).toHaveLength(3)
  })
})
