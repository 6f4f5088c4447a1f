import { TextInput } from '@mantine/core'
import { helpOf, type FlagDefinition } from '../../../machinery/flag-definition'
import { Icon } from '../../components/Icon'

/** Every flag with type, default and description, and a button that adds it to the text. */
export function FlagTable({
  word,
  setWord,
  found,
  change,
  text,
}: {
  readonly word: string
  readonly setWord: (next: string) => void
  readonly found: FlagDefinition[]
  readonly change: (next: string) => void
  readonly text: string
}) {
  return (
    <section className="o-panel" aria-label="All flags">
      <header>
        <h2>All flags</h2>
        <span className="o-grow" />
        <TextInput
          w={220}
          aria-label="Search flags"
          placeholder="Search flags"
          leftSection={<Icon name="search" size={14} />}
          value={word}
          onChange={(e) => setWord(e.currentTarget.value)}
        />
      </header>
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of flags">
        <table className="o-table cards">
          <thead>
            <tr>
              <th>Flag</th>
              <th>Type</th>
              <th>Default</th>
              <th>Description</th>
              <th>
                <span className="o-hidden">Add</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map((flag) => (
              <tr key={flag.name}>
                <td className="o-mono">--{flag.name}</td>
                <td className="o-dim" data-label="Type">
                  {flag.oneOf ? flag.oneOf.join(' | ') : flag.type}
                </td>
                <td className="o-mono o-break" data-label={flag.default && 'Default'}>
                  {flag.default}
                </td>
                <td>{helpOf(flag)}</td>
                <td>
                  <button
                    type="button"
                    className="o-link"
                    aria-label={`Add --${flag.name}`}
                    onClick={() =>
                      change(
                        `${text.trimEnd()}${text.trim() ? '\n' : ''}--${flag.name}=${flag.default ?? (flag.type === 'boolean' ? 'true' : '')}`,
                      )
                    }
                  >
                    Add
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
