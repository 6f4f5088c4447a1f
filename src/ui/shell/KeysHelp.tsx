import { Modal } from '@mantine/core'
import { useKeyState } from '../state/keys'
import { showKeys, usePaletteState } from './palette-state'

/** Every key that is bound where one is now. */
export function KeyList() {
  const layers = useKeyState((state) => state.layers)
  const sections = new Map<string, Map<string, string>>()
  for (const { bindings } of layers)
    for (const { keys, title, section = 'This page' } of bindings) {
      const entries = sections.get(section) ?? new Map<string, string>()
      sections.set(section, entries.set(keys, title))
    }
  sections.set(
    'Everywhere',
    new Map([['Ctrl K', 'Search and commands'], ['Esc', 'Step back, close'], ...(sections.get('Everywhere') ?? [])]),
  )
  return (
    <div className="o-columns">
      {[...sections].map(([section, entries]) => (
        <section key={section} aria-label={section}>
          <h2 className="o-h2">{section}</h2>
          <table className="o-table">
            <tbody>
              {[...entries].map(([keys, title]) => (
                <tr key={keys}>
                  <td style={{ width: '5rem', whiteSpace: 'nowrap' }}>
                    {keys.split(' ').map((key, i) => (
                      <kbd key={i} className="o-key" style={{ marginRight: 3 }}>
                        {key}
                      </kbd>
                    ))}
                  </td>
                  <td>{title}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

export function KeysHelp() {
  const opened = usePaletteState((state) => state.keysHelp)
  return (
    <Modal
      opened={opened}
      onClose={() => showKeys(false)}
      title="Keys"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <KeyList />
    </Modal>
  )
}
