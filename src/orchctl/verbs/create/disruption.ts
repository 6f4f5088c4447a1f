import type { Json, JsonObject } from '../../../machinery/json'
import { CommandError } from '../../core/errors'
import { parseLabelSelector } from '../../../machinery/label-selector-parser'
import type { Generator } from './generator'
import { intOrText } from './pairs'

/** `create poddisruptionbudget`. */
export const DISRUPTION_BUDGET: Generator = {
  name: 'poddisruptionbudget',
  aliases: ['pdb'],
  short: 'Create a pod disruption budget with the specified name',
  flags: [
    { name: 'max-unavailable', type: 'string', help: 'How many pods may be away: a number or a percentage' },
    { name: 'min-available', type: 'string', help: 'How many pods must be there: a number or a percentage' },
    { name: 'selector', type: 'string', help: 'Labels of the pods' },
  ],
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  namespaced: true,
  failure: 'failed to create poddisruptionbudgets:',
  build({ flags }) {
    const [most, least, selector] = ['max-unavailable', 'min-available', 'selector'].map((name) => flags.string(name))
    if (!selector) throw new CommandError('a selector must be specified')
    for (const [value, flag] of [
      [least, 'min-available'],
      [most, 'max-unavailable'],
    ] as const)
      if (value && !/^\d+%?$/.test(value)) throw new CommandError(`invalid format specified for ${flag}`)
    if (!most && !least) throw new CommandError('one of min-available or max-unavailable must be specified')
    if (most && least) throw new CommandError('min-available and max-unavailable cannot be both specified')
    return {
      spec: {
        ...(least ? { minAvailable: intOrText(least) } : { maxUnavailable: intOrText(most ?? '') }),
        selector: selectorObject(selector),
      },
      status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
    }
  },
}

const OPERATORS: Readonly<Record<string, string>> = {
  in: 'In',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
  '!=': 'NotIn',
}

/** A selector of the command line as a label selector object. */
export function selectorObject(text: string): JsonObject {
  const matchLabels: JsonObject = {}
  const matchExpressions: Json[] = []
  for (const { key, operator, values } of parseLabelSelector(text).requirements) {
    if (operator === '=' || operator === '==') matchLabels[key] = [...values][0] ?? ''
    else {
      const list = [...values]
      matchExpressions.push({
        key,
        operator: OPERATORS[operator] ?? operator,
        ...(list.length > 0 && { values: list }),
      })
    }
  }
  const selector = {
    ...(Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  }
  return selector
}

/** `create priorityclass`. */
export const PRIORITY_CLASS: Generator = {
  name: 'priorityclass',
  aliases: ['pc'],
  short: 'Create a priority class with the specified name',
  flags: [
    { name: 'description', type: 'string', help: 'When the class is to be used' },
    { name: 'global-default', type: 'bool', default: 'false', help: 'Whether pods without a class get this one' },
    {
      name: 'preemption-policy',
      type: 'string',
      default: 'PreemptLowerPriority',
      help: 'PreemptLowerPriority or Never',
    },
    { name: 'value', type: 'int', default: '0', help: 'The priority' },
  ],
  apiVersion: 'scheduling.orch.io/v1',
  kind: 'PriorityClass',
  namespaced: false,
  failure: 'failed to create priorityclass:',
  build: ({ flags }) => ({
    value: flags.int('value'),
    ...(flags.bool('global-default') && { globalDefault: true }),
    ...(flags.string('description') && { description: flags.string('description') }),
    preemptionPolicy: flags.string('preemption-policy'),
  }),
}
