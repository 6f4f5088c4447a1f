import { APPROVAL_ANNOTATION } from '../api/apiextensions/lifecycle'
import type { Client } from '../client/client'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'

const GROUP = 'life.orch.io'
const VERSION = 'v1alpha1'

/** Custom stages, as the cluster serves them. */
export const STAGES: Target = { group: GROUP, version: VERSION, resource: 'stages' }
const DEFINITIONS: Target = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }

const text = (description: string) => ({ type: 'string', description })
const texts = (description: string) => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string' },
})
const milliseconds = (description: string) => ({ type: 'integer', format: 'int64', minimum: 0, description })

const SELECTOR = {
  type: 'object',
  description:
    'The state that the stage starts from. All conditions have to hold; an empty selector takes every object.',
  properties: {
    matchLabels: texts('Labels that the object has.'),
    matchAnnotations: texts('Annotations that the object has.'),
    matchExpressions: {
      type: 'array',
      description: 'Conditions on members of the object.',
      items: {
        type: 'object',
        required: ['key', 'operator'],
        properties: {
          key: { ...text('The path of a member, for example .status.phase.'), minLength: 1 },
          operator: { ...text('How the member is compared.'), enum: ['In', 'NotIn', 'Exists', 'DoesNotExist'] },
          values: { type: 'array', items: { type: 'string' }, description: 'For In and NotIn.' },
        },
      },
    },
  },
}

const NEXT = {
  type: 'object',
  description: 'What the stage does with the object.',
  properties: {
    status: {
      type: 'object',
      description:
        'A strategic merge patch of the status. In its texts, $(now) stands for the time and $(metadata.name) for a member of the object.',
      'x-orch-preserve-unknown-fields': true,
    },
    event: {
      type: 'object',
      description: 'An event about the object.',
      required: ['reason'],
      properties: {
        type: { ...text('Normal or Warning.'), enum: ['Normal', 'Warning'], default: 'Normal' },
        reason: { ...text('A word for machines.'), minLength: 1 },
        message: text('A sentence for people. $(metadata.name) stands for a member of the object.'),
      },
    },
    finalizers: {
      type: 'object',
      description: 'What happens to the finalizers of the object.',
      properties: { empty: { type: 'boolean', description: 'Removes all of them.' } },
    },
    delete: { type: 'boolean', description: 'Deletes the object.' },
  },
}

const SPEC = {
  type: 'object',
  required: ['resourceRef', 'next'],
  properties: {
    resourceRef: {
      type: 'object',
      description: 'What the stage is for.',
      required: ['kind'],
      properties: {
        apiGroup: { ...text('The version of the kind.'), enum: ['v1', 'storage.orch.io/v1'], default: 'v1' },
        kind: {
          ...text('Pod, Node, or a kind of volumes.'),
          enum: ['Pod', 'Node', 'PersistentVolumeClaim', 'PersistentVolume', 'VolumeAttachment'],
        },
      },
    },
    selector: SELECTOR,
    weight: {
      type: 'integer',
      format: 'int32',
      minimum: 0,
      default: 1,
      description: 'The share of the objects that take this stage where several fit. Stages of the cluster have 1.',
    },
    delay: {
      type: 'object',
      description: 'How long the object stays in its state before.',
      properties: {
        durationMilliseconds: milliseconds('At least so long.'),
        jitterDurationMilliseconds: milliseconds('At most so long.'),
      },
    },
    next: NEXT,
  },
}

const column = (name: string, jsonPath: string, type = 'string') => ({ name, type, jsonPath })

/** The CustomResourceDefinition of stages. */
export const STAGE_DEFINITION: ApiObject = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: `stages.${GROUP}`,
    annotations: { [APPROVAL_ANNOTATION]: 'unapproved, a type of the simulation' },
  },
  spec: {
    group: GROUP,
    names: { plural: 'stages', singular: 'stage', kind: 'Stage', listKind: 'StageList' },
    scope: 'Cluster',
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'One step in the life of simulated objects: from a state, after a delay, to the next one.',
            required: ['spec'],
            properties: { spec: SPEC },
          },
        },
        additionalPrinterColumns: [
          column('For', '.spec.resourceRef.kind'),
          column('Delay', '.spec.delay.durationMilliseconds', 'integer'),
          column('Weight', '.spec.weight', 'integer'),
          column('Age', '.metadata.creationTimestamp', 'date'),
        ],
      },
    ],
  },
}

/** Creates or updates the definition. Returns whether the cluster serves custom types at all. */
export async function defineStages(client: Client): Promise<boolean> {
  const name = STAGE_DEFINITION.metadata.name ?? ''
  try {
    await client.create(DEFINITIONS, STAGE_DEFINITION)
  } catch (error) {
    if (isStatus(error, 'NotFound')) return false
    if (!isStatus(error, 'AlreadyExists')) throw error
    const there = await client.get(DEFINITIONS, name)
    if (!equal(versionsOf(there), versionsOf(STAGE_DEFINITION)))
      await client.patch(DEFINITIONS, name, 'merge', { spec: STAGE_DEFINITION['spec'] })
  }
  return true
}

const versionsOf = (definition: ApiObject): unknown =>
  (definition['spec'] as { versions?: unknown } | undefined)?.versions
