import { flagChanges } from '../../../links/flag-changes'
import { importRisks } from '../../../links/import-risks'
import { at } from '../../../machinery/json'
import { writeJson } from '../../../machinery/json-text'
import { flagsOf } from '../../../scenarios/open'
import type { Scenario } from '../../../scenarios/scenario'
import { textAt } from '../../../scenarios/text-at'
import { Icon } from '../Icon'
import { Markdown } from '../lesson/Markdown'
import { WebhookTexts } from './WebhookCode'

const LONGEST_SHOWN = 200

const nameOf = (object: unknown): string =>
  [at(object, 'metadata', 'namespace'), at(object, 'metadata', 'name')].filter(Boolean).join('/')

/** Effects of a scenario's objects beyond their existence, one sentence each. */
function risksOf({ objects = [], requests = [] }: Scenario): string[] {
  const bodies = [...objects, ...requests.flatMap((line) => ('send' in line ? [line.body] : []))]
  const entries = bodies.map((body): [string, string] => [
    `/any/${textAt(body, 'kind').toLowerCase()}s/${nameOf(body)}`,
    writeJson(body ?? null),
  ])
  return importRisks(new Map(), new Map(entries))
}

/** The content of a scenario before it is opened: flags with their effects, objects, requests. */
export function ScenarioPreview({ scenario }: { readonly scenario: Scenario }) {
  const { summary, note, deletes = [], objects = [], requests = [], steps = [], page, people, webhooks = [] } = scenario
  const flags = flagChanges([], flagsOf(scenario))
  const risks = risksOf(scenario)
  const lines = requests.flatMap((line) => ('send' in line ? [`${line.as ?? 'admin'}: ${line.send}`] : []))
  return (
    <div className="o-stack">
      <p>{summary}</p>
      {note !== undefined && <Markdown text={note} />}
      {steps.length > 0 && <p>A lesson of {steps.length === 1 ? 'one step' : `${steps.length} steps`}.</p>}
      {(risks.length > 0 || flags.length > 0) && (
        <ul className="o-link-changes" aria-label="What it sets">
          {risks.map((risk) => (
            <li key={risk} className="o-row">
              <Icon name="warning" /> <span className="o-break">{risk}</span>
            </li>
          ))}
          {flags.map(({ name, danger, text }) => (
            <li key={name} className="o-row">
              <Icon name={danger ? 'warning' : 'info'} />
              <span className="o-break">
                <code>--{name}</code> {text}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Contents title="Initial objects to delete" lines={deletes} />
      <Contents title="Objects" lines={objects.map((object) => `${textAt(object, 'kind')} ${nameOf(object)}`)} />
      <Contents title="Requests" lines={lines} />
      <Contents title="People" lines={Object.keys(people ?? {})} />
      <WebhookTexts webhooks={webhooks} />
      {page !== undefined && <p className="o-dim o-small o-break">Opens at {page.split('?')[0]}</p>}
    </div>
  )
}

function Contents({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details open={lines.length <= 12}>
      <summary>
        {title} <span className="o-dim">{lines.length}</span>
      </summary>
      <ul>
        {lines.slice(0, LONGEST_SHOWN).map((line, i) => (
          <li key={i} className="o-mono o-small o-break">
            {line}
          </li>
        ))}
        {lines.length > LONGEST_SHOWN && <li>and {lines.length - LONGEST_SHOWN} more</li>}
      </ul>
    </details>
  )
}
