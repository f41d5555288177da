import { IdleWarning } from './idle-warning';
import { OwnPreferences } from './own-preferences';
import { Palette } from './palette';
import { Shortcuts } from './shortcuts';
import { ShownPage } from './shown-page';
import { SignInAgain } from './sign-in/sign-in-again';

/** What may open over any page. Loaded after the page itself. */
export default function AboveThePage() {
  return (
    <>
      <OwnPreferences />
      <Palette />
      <ShownPage />
      <Shortcuts />
      <IdleWarning />
      <SignInAgain />
    </>
  );
}
