import { Modal } from '@mantine/core'
import { KeyList } from '../components/KeyList'
import { showKeys, usePaletteState } from './palette-state'

/** The dialog that lists all keys. */
export function KeysHelp() {
  const opened = usePaletteState((state) => state.keysHelp)
  return (
    <Modal
      opened={opened}
      onClose={() => showKeys(false)}
      title="Keyboard shortcuts"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <KeyList />
    </Modal>
  )
}
