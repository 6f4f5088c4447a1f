import { create } from 'zustand'

/** Whether the tour runs; the front page and the palette can start it again. */
export const useTour = create<{ readonly running: boolean }>()(() => ({ running: false }))

/** Starts the tour at its first stop. */
export const startTour = (): void => useTour.setState({ running: true })
/** Ends the tour at any stop. */
export const endTour = (): void => useTour.setState({ running: false })
