/** The states of the screens that read from the API: shown, loading, failed, not found, and the special answers. */
import type { ScreenState } from '#scripts/screenshots/state.ts';
import { putGate, quietPostHub } from '#tests/support/gate.ts';
import { READING_SCREENS, type ReadingScreen, screenDrawn } from '#tests/support/screens.ts';

const shortName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(an?|the) /, '')
    .replaceAll(' ', '-');

function statesOf(screen: ReadingScreen): ScreenState[] {
  const main = (page: Parameters<ScreenState['open']>[0]) => page.getByRole('main');
  const open =
    (prepare: (gate: Awaited<ReturnType<typeof putGate>>) => unknown, shows: ReadingScreen['ready']) =>
    async (...[page, ask]: Parameters<ScreenState['open']>): Promise<void> => {
      await quietPostHub(page);
      await screen.prepare?.(page);
      const gate = await putGate(page, screen.data);
      prepare(gate);
      await page.goto(await screen.address(ask));
      await shows(page).first().waitFor();
    };
  const says =
    (text: string | RegExp): ReadingScreen['ready'] =>
    (page) =>
      main(page).getByText(text);
  const states: Record<string, ScreenState['open']> = {
    shown: async (page, ask) => {
      await open(() => undefined, screen.ready)(page, ask);
      await screenDrawn(page);
    },
    loading: open(
      (gate) => gate.hold(),
      (page) => main(page).getByText(screen.loading).and(page.locator('[role=status]')),
    ),
    failed: open((gate) => gate.answer({ status: 500 }), says(screen.failed)),
  };
  if (screen.missing) states.missing = open((gate) => gate.answer({ status: 404 }), says(screen.missing));
  for (const [name, { answer, shows }] of Object.entries(screen.variants))
    states[shortName(name)] = async (page, ask) => {
      await open((gate) => gate.answer(answer), shows)(page, ask);
      await screenDrawn(page);
    };
  return Object.entries(states).map(([state, opener]) => ({
    screen: shortName(screen.name),
    state,
    open: opener,
  }));
}

/** All of them. */
export const SCREEN_STATES: readonly ScreenState[] = READING_SCREENS.flatMap(statesOf);
