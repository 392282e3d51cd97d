/** The wall: a paired tablet's face, whatever the address. It shows and ticks; it changes nothing else. */
import { useEffect, useState } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { question } from "../../people/actor.ts";
import { WhoAsked } from "../../people/who-asked.tsx";
import { placeOf, places } from "../../shell/places.tsx";
import { ScreenBoundary } from "../../shell/screen-boundary.tsx";
import { useArrival } from "../../shell/use-arrival.ts";
import { isOutdated } from "../../sync/live.ts";
import { useHousehold } from "../../sync/session.ts";
import { useStore } from "../../sync/store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Frame } from "../../ui/display/frame.tsx";
import { ArrowLeft } from "../../ui/icons.ts";
import { SignInScreen } from "../setup/sign-in-screen.tsx";
import { TodayScreen } from "../today/screen.tsx";
import { WallFoot } from "./foot.tsx";
import { actAsMember, forgetWho } from "./model/identity.ts";
import { leaving } from "./model/leaving.ts";
import { keepWall } from "./model/paired.ts";
import { isResting, watchTouches } from "./model/rest.ts";
import { useWallLook } from "./model/use-wall-look.ts";
import { CalendarView } from "./views/calendar-view.tsx";
import { CheckInsView } from "./views/check-ins-view.tsx";
import { ChoresView } from "./views/chores-view.tsx";
import { ListView } from "./views/list-view.tsx";
import { ListsView } from "./views/lists-view.tsx";
import { MealsView } from "./views/meals-view.tsx";

const shown = places.filter(({ name }) => ["today", "calendar", "lists", "chores", "checkIns", "meals"].includes(name));

/** The wall. */
export function WallScreen() {
  const { common } = useText();
  const { name } = useHousehold();
  const [path, navigate] = useLocation();
  const [rests, setRests] = useState(0);
  const resting = useStore(isResting);
  const isNight = useWallLook();
  useEffect(
    () =>
      watchTouches(() => {
        forgetWho();
        question.set(null);
        leaving.set(false);
        setRests((count) => count + 1);
        navigate("/", { replace: true });
        scrollTo(0, 0);
      }),
    [navigate],
  );
  useEffect(keepWall, []);
  useReloadWhenOutdated(resting);
  const here = shown.find((place) => place === placeOf(path)) ?? shown[0];
  useArrival(common.nav[here?.name ?? "today"]);
  const items = shown.map((place) => ({
    id: place.name,
    label: common.nav[place.name],
    icon: place.icon,
    isCurrent: place === here,
    href: place.href,
  }));
  if (useStore(leaving)) return <Leaving />;
  return (
    // A new key closes whatever was left open.
    <div className="wall" key={rests}>
      <Frame
        items={items}
        Link={Link}
        labels={{ navigation: common.navigation, skip: common.skipToContent }}
        brand={<span>{name}</span>}
        foot={<WallFoot />}
        width="full"
      >
        <ScreenBoundary key={path}>
          <Views />
        </ScreenBoundary>
      </Frame>
      <WhoAsked onYou={actAsMember} />
      {isNight && resting && <div className="wall-night" aria-hidden="true" />}
    </div>
  );
}

/** A member signs in; until they have, the wall is one touch away. */
function Leaving() {
  const { wall } = useText();
  return (
    <ScreenBoundary>
      <SignInScreen />
      <Button className="wall-leaving" icon={<ArrowLeft />} onClick={() => leaving.set(false)}>
        {wall.settings.backToWall}
      </Button>
    </ScreenBoundary>
  );
}

function Views() {
  return (
    <Switch>
      <Route path="/calendar" component={CalendarView} />
      <Route path="/lists" component={ListsView} />
      <Route path="/lists/:id">{({ id }) => <ListView id={id} />}</Route>
      <Route path="/chores" component={ChoresView} />
      <Route path="/check-ins" component={CheckInsView} />
      <Route path="/meals" component={MealsView} />
      <Route>
        <TodayScreen onYou={actAsMember} />
      </Route>
    </Switch>
  );
}

/** Nobody reloads a tablet on a wall: it does so by itself, while nobody is looking. */
function useReloadWhenOutdated(resting: boolean): void {
  const isOld = useStore(isOutdated);
  useEffect(() => {
    if (isOld && resting) location.reload();
  }, [isOld, resting]);
}
