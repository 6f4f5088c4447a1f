import { create } from 'zustand'

/** Whether the tour runs; it can be started again from the front page and from the palette. */
export const useTour = create<{ readonly running: boolean }>()(() => ({ running: false }))

export const startTour = (): void => useTour.setState({ running: true })
export const endTour = (): void => useTour.setState({ running: false })
