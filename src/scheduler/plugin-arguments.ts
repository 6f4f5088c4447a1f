import type { Json } from '../machinery/json'
import type { Profile } from './plugin'
import { resourcesScore, SCORES, STRATEGIES, type Strategy } from './scores'
import { failAt, membersAt, listAt, stringAt, wholeNumberAt } from './configuration-fields'

/** The scores with their plugins' arguments applied. */
export function withArguments(list: readonly Json[], at: string): Profile['scores'] {
  let scores: Profile['scores'] = SCORES
  const seen = new Set<string>()
  for (const [i, item] of list.entries()) {
    const here = `${at}[${i}]`
    const { name: given, args } = membersAt(item, here, ['name', 'args'])
    const name = stringAt(given, `${here}.name`) ?? failAt(`${here}.name`, 'Required value')
    if (seen.has(name)) failAt(here, `Duplicate value: ${JSON.stringify(name)}`)
    seen.add(name)
    if (name !== 'NodeResourcesFit')
      failAt(`${here}.args`, `arguments of ${name} are not supported by the simulated scheduler`)
    const score = resourcesScore(strategyOf(args, `${here}.args`))
    scores = scores.map((one) => (one.name === name ? score : one))
  }
  return scores
}

function strategyOf(value: Json | undefined, at: string): Strategy {
  const args = membersAt(
    value,
    at,
    ['apiVersion', 'kind', 'scoringStrategy'],
    ['ignoredResources', 'ignoredResourceGroups'],
  )
  const here = `${at}.scoringStrategy`
  const { type = 'LeastAllocated', resources } = membersAt(
    args['scoringStrategy'],
    here,
    ['type', 'resources'],
    ['requestedToCapacityRatio'],
  )
  const known = STRATEGIES.find((one) => one === type)
  if (!known)
    return failAt(
      `${here}.type`,
      `Unsupported value: ${JSON.stringify(type)}: supported values: ${STRATEGIES.map((one) => `"${one}"`).join(', ')}`,
    )
  const weights = listAt(resources, `${here}.resources`).map((item, i) => {
    const place = `${here}.resources[${i}]`
    const { name, weight: given } = membersAt(item, place, ['name', 'weight'])
    const weight = wholeNumberAt(given, `${place}.weight`) ?? 1
    if (weight < 1 || weight > 100)
      failAt(
        `${place}.weight`,
        `Invalid value: ${weight}: resource weight of ${stringAt(name, place) ?? ''} not in valid range (0, 100]`,
      )
    return [stringAt(name, `${place}.name`) ?? failAt(`${place}.name`, 'Required value'), weight] as const
  })
  return { type: known, ...(weights.length > 0 && { weights: new Map(weights) }) }
}
