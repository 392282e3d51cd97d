/** The wall: a paired tablet's face, whatever the address. It shows and ticks; it changes nothing else. */
import { useEffect, useState } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { isOutdated } from "../data/live.ts";
import { useHousehold } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { placeOf, places } from "../places.tsx";
import { ScreenBoundary } from "../screen-boundary.tsx";
import { SignInScreen } from "../setup/sign-in-screen.tsx";
import { useText } from "../text/catalogue.ts";
import { TodayScreen } from "../today/screen.tsx";
import { Button } from "../ui/button.tsx";
import { Frame } from "../ui/frame.tsx";
import { ArrowLeft } from "../ui/icons.ts";
import { useArrival } from "../use-arrival.ts";
import { question } from "../who/actor.ts";
import { WhoAsked } from "../who/who-asked.tsx";
import { CalendarView } from "./calendar-view.tsx";
import { CheckInsView } from "./check-ins-view.tsx";
import { ChoresView } from "./chores-view.tsx";
import { WallFoot } from "./foot.tsx";
import { actAsMember, forgetWho } from "./identity.ts";
import { leaving } from "./leaving.ts";
import { ListView } from "./list-view.tsx";
import { ListsView } from "./lists-view.tsx";
import { MealsView } from "./meals-view.tsx";
import { keepWall } from "./paired.ts";
import { isResting, watchTouches } from "./rest.ts";
import { useWallLook } from "./use-wall-look.ts";

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
