import { create } from 'zustand'

/** Whether the tour runs; the front page and the palette can start it again. */
export const useTour = create<{ readonly running: boolean }>()(() => ({ running: false }))

export const startTour = (): void => useTour.setState({ running: true })
export const endTour = (): void => useTour.setState({ running: false })
