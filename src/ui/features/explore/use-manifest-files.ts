import { type DragEvent, useState } from 'react'
import { notifyError } from '../../state/notify'

/** Manifests of several files as one text of several documents. */
export const joinManifests = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n---\n') + '\n'

/** Takes manifests from files that a person chooses or drops on the page. */
export function useManifestFiles(add: (text: string) => void) {
  const [over, setOver] = useState(false)
  const read = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    try {
      add(joinManifests(await Promise.all(files.map((file) => file.text()))))
    } catch (failure) {
      notifyError('The files could not be read', failure)
    }
  }
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
  return {
    read,
    /** Files are held over the page. */
    over,
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        void read([...event.dataTransfer.files])
      },
    },
  }
}
