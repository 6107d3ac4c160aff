import { SignIn } from './Document';
import { Action, type Viewer } from './parts';

/** The signed-in user with sign-out buttons, or the sign-in form. */
export function SignedIn({ viewer }: { readonly viewer: Viewer | undefined }) {
  if (!viewer) return <SignIn />;
  return (
    <div className="signed-in">
      Signed in as {viewer.name} <Action action="sign-out" fields={{}} label="Sign out" />{' '}
      <Action action="sign-out-everywhere" fields={{}} label="Sign out everywhere" />
    </div>
  );
}
