import { writeJson } from '../../../../machinery/json-text'
import type { Scenario } from '../../../../scenarios/scenario'
import type { ScriptLine } from '../../../../scenarios/script-line'
import { lineText } from '../../../../scenarios/check-text'
import { textAt } from '../../../../scenarios/text-at'
import { isSecretBody } from '../../../state/secret-request'

const secretLines = (lines: readonly ScriptLine[]): string[] =>
  lines.flatMap((line) => {
    if (!('send' in line) || line.body === undefined) return []
    const body = typeof line.body === 'string' ? line.body : writeJson(line.body)
    return isSecretBody(line.send.split(' ')[1] ?? '', body) ? [lineText(line)] : []
  })

/** The distinct secrets in a lesson: passwords, keys and tokens. */
export function secretsOf({ objects = [], requests = [], steps = [] }: Scenario): readonly string[] {
  const made = objects.flatMap((object) =>
    object['kind'] === 'Secret' ? [`Secret ${textAt(object, 'metadata', 'name')}`] : [],
  )
  const scripts = steps.flatMap(({ solution, wrong = [] }) => [solution, ...wrong.map(({ play }) => play)])
  return [...new Set([...made, ...secretLines(requests), ...scripts.flatMap(secretLines)])]
}
