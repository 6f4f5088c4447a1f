import { useState } from 'react'
import { stringify } from 'yaml'
import { readScenario, ScenarioError } from '../../../../scenarios/read'
import { scenarioSchema } from '../../../../scenarios/schema'
import { LazyYamlEditor } from '../../../components/editor/LazyYamlEditor'
import { ErrorMessage } from '../../../components/States'
import { changeMaking, type Making } from '../../../state/lesson/making'

const SCHEMA = scenarioSchema()

/** The lesson as its YAML file, with completion. Valid edits take effect at once. */
export function YamlPane({ making }: { readonly making: Making }) {
  const [text, setText] = useState(() => making.text ?? stringify(making.scenario))
  const [problem, setProblem] = useState<string>()
  const change = (typed: string): void => {
    setText(typed)
    try {
      const scenario = readScenario(typed)
      setProblem(undefined)
      changeMaking(({ text: _, at: _at, ...rest }) => ({ ...rest, scenario }))
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      setProblem(error.message)
      changeMaking((rest) => ({ ...rest, text: typed }))
    }
  }
  return (
    <section className="o-panel" aria-label="The lesson as YAML">
      <LazyYamlEditor id="lesson" label="Lesson as YAML" value={text} onChange={change} own={SCHEMA} />
      {problem !== undefined && (
        <ErrorMessage error={problem}>The lesson is not changed until you fix this.</ErrorMessage>
      )}
    </section>
  )
}
