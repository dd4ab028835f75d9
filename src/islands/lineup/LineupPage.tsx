import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';

/** Who is in the viewer's battle. All of it loads late, so that other pages share none of its code. */
export const LineupPage = lazyPart(
  'the battle',
  async () => (await import('./LineupScreen.tsx')).LineupScreen,
  <Loading visible />,
);
