import { ActionIcon, Button } from '@mantine/core'
import { useMemo } from 'react'
import { benchOf, isAsExpected } from '../../../../api/policies/bench'
import type { PolicyCase } from '../../../../api/policies/examples/example'
import { Icon } from '../../../components/Icon'
import { Verdict } from '../../../components/Verdict'
import { Panel } from '../../../components/Panel'
import { Tip } from '../../../components/Tip'
import { firstLine, requestText } from './policy-texts'
import { type Bench, useCases } from './use-bench'

interface Result {
  readonly passed: boolean
  readonly said: string
}

const expectedOf = ({ refusal, becomes }: PolicyCase): string =>
  refusal !== undefined ? 'is refused' : becomes !== undefined ? 'is changed' : 'passes'

/** Requests saved with a policy, with the expected result. */
export function CasesPanel({ bench }: { readonly bench: Bench }) {
  const { example, spec, asked, options, answer } = bench
  const [cases, setCases] = useCases(example)
  const results = useMemo(() => {
    const { problem } = spec
    if (problem !== undefined) return cases.map((): Result => ({ passed: false, said: problem }))
    const judge = benchOf(spec.value, options)
    return cases.map((one): Result => {
      const given = judge(one)
      return { passed: isAsExpected(given, one), said: given.said }
    })
  }, [cases, spec, options])
  const passed = results.filter((result) => result.passed).length
  const keep = (): void => {
    if (asked.problem !== undefined || !answer) return
    const added: PolicyCase = {
      ...asked.value,
      name: `Request ${cases.length + 1}`,
      ...(!answer.passes && { refusal: answer.said }),
      ...(answer.after !== undefined && { becomes: answer.after }),
    }
    setCases([...cases, added])
  }
  return (
    <Panel
      title="Tests"
      actions={
        <Verdict tone={cases.length === 0 ? 'none' : passed === cases.length ? 'allowed' : 'refused'}>
          {cases.length === 0 ? 'no tests' : `${passed} of ${cases.length} pass`}
        </Verdict>
      }
    >
      <ul className="o-adm-tests">
        {cases.map((one, i) => (
          <li key={i}>
            <div className="o-row wrap">
              <button type="button" className="o-link o-grow" onClick={() => bench.setRequest(requestText(one))}>
                {one.name}
              </button>
              <span className="o-tiny o-dim o-break">{expectedOf(one)}</span>
              <Verdict tone={results[i]?.passed ? 'allowed' : 'refused'}>
                {results[i]?.passed ? 'as expected' : 'not as expected'}
              </Verdict>
              <Tip label="Remove test">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove test ${one.name}`}
                  onClick={() => setCases(cases.filter((_, j) => j !== i))}
                >
                  <Icon name="trash" size={14} />
                </ActionIcon>
              </Tip>
            </div>
            {results[i]?.passed === false && (
              <div className="o-small o-tone o-tone-refused o-break">Message: {firstLine(results[i].said)}</div>
            )}
          </li>
        ))}
      </ul>
      <div className="o-panel-body">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={!answer}
          onClick={keep}
        >
          Save this request as a test
        </Button>
      </div>
    </Panel>
  )
}
