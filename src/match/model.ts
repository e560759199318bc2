// The numbers of the model in one place: what each means, its unit, and where it comes from. Costs are in nats (−log probability). Imported as MODEL;
// constants of a module, not of an object, so that what is shipped holds the numbers and not their names. Why each is what it is: the history in
// bench/README.md.

// ——— steps: fixes merged, and errors taken for them ———
/** Metres from a step's fix within which the next fixes are merged into it. */
export const stepSpacing = 8;
/** … or so many of the fix's errors per axis, if that is more: who cannot say where one is has not stood still. */
export const spacingSigmas = 1.5;
/** … but no more metres than this. */
export const spacingMost = 100;
/** Two fixes in one place are two steps when so many seconds lie between them, or more: there may have been a way round. Sooner it was a red light. */
export const returnSeconds = 20;
/** … and the fixes before and after them are so many times the spacing away. */
export const returnSpacings = 2;
/** Most fixes in a row that are passed over, for one going straight and evenly would be where they are. */
export const evenFixes = 3;
/** Seconds from the fix before these to the one after them, at most. */
export const evenSeconds = 5;
/** Metres between those two, at most. */
export const evenMetres = 60;
/** Metres a passed-over fix may be beside the line between them, at most. */
export const evenBeside = 2;
/** Metres it may be before or behind where one going evenly would be, at most. */
export const evenAlong = 4;
/** Error of the map itself per axis, metres: half a carriageway and the drawing. */
export const mapSigma = 2.5;
/** Error per axis taken for fixes that report no accuracy, metres. */
export const defaultSigma = 5;
/** Least error per axis taken for any step, metres. */
export const leastSigma = 2.5;

// ——— errors that last ———
/** Seconds for which a receiver's error is the same error: closer steps count less. */
export const correlationSeconds = 20;
/** … metres, where there are no times. */
export const correlationMetres = 100;
/** Least weight of a step's own evidence, however close the step before is. */
export const leastWeight = 0.25;
/** That errors last as long as this is as good as seen on so many pairs of steps; what the track's decoded errors show counts beside it. */
export const correlationPrior = 10;
/** While one stays, every `correlationSeconds` bring another error; at most so many count as evidence of being off every road. */
export const lastingMost = 10;

/** Cosine between the direction to a fix and the road, up to which the fix is beside its place and not beyond a bend or an end. */
export const acrossAlong = 0.5;
/** Seconds in which a receiver's error decays to 1/e. */
export const driftSeconds = 60;
/** … metres, where there are no times. */
export const driftMetres = 300;
/** Share of an error that has to be left at the next step for its change to tell anything. */
export const driftLeast = 0.5;
/** Error that comes new from step to step whatever the time between them, metres per axis: receivers do jump. */
export const driftSigma = 3;
/** How much the change of an error counts. */
export const driftWeight = 0.8;
/** … and at most, nats. */
export const driftMost = 2;

// ——— errors scaled to the distances decoded ———
/** Errors as reported are as good as seen on so many steps. */
export const scalePrior = 8;
/**
 * More errors than stated, or taken, are those whose median deviation from their median is at least this for each: 0.4 were they normal, less where they
 * last.
 */
export const scaleScatter = 0.25;
/** Steps of a block, whose errors may be larger than the track's; */
export const blockSteps = 16;
/** the track's are as good as seen on so many steps, */
export const blockPrior = 16;
/** and those of the block change from step to step by so much of them (0.53 were they normal and independent), or there may be no road. */
export const blockChange = 0.4;
/** Fewer than so many times the track's are taken for the track's: decoding again takes time. */
export const blockLeast = 1.5;
/** Least factor by which all errors of a track are scaled. */
export const scaleLeast = 0.1;
/** … and most. */
export const scaleMost = 5;
/** A factor nearer to 1 than this, up or down, is taken for 1. */
export const scaleTolerance = 1.3;
/** … downwards, where errors were measured by smoothing. */
export const smoothedTolerance = 2;

// ——— fields held against the movement ———
/** Metres of a move from which on a course, a speed or an error is held against it: shorter ones may be all noise. */
export const movedMetres = 10;
/** Moves needed to mute a field. */
export const mutedLeast = 5;
/** Least mean cosine between courses and moves; lower ones are muted. */
export const courseAgreement = 0.3;
/** … of a course that never changes. */
export const constantCourseAgreement = 0.9;
/** A course is muted when its mirror image agrees better, by so much of a cosine. */
export const mirroredCourse = 0.02;
/** Moves of a part of the track that a course is held against by itself. */
export const courseMoves = 20;
/** Moves are turns where the cosine between the courses at their ends is less than this; … */
export const courseTurned = 0.99;
/** … where the mean cosine between those and a course is more than this, the course is the movement. */
export const movementAgreement = 0.9999;
/** Most that the median ratio of reported speed to movement may be, or 1 over it at least. */
export const speedAgreement = 1.7;
/** Fixes with an accuracy needed to find that it is a setting. */
export const constantAccuracyLeast = 8;
/** … and the share of them that have one and the same. */
export const constantAccuracyShare = 0.9;
/** Accuracies whose median is above so many metres are held against how far fixes scatter. */
export const overstatedMetres = 200;
/** Seconds that the fixes looked at are apart, at least. */
export const overstatedSeconds = 10;
/** Share of the stated error that they have to scatter by. */
export const overstatedScatter = 0.1;

// ——— times that are wrong ———
/** Share of the moves that begin at a place sent again, from which on the device sends the place it knows at times of its own. */
export const heldShare = 0.5;
/** Metres within which fixes are one held place. */
export const heldMetres = 5;
/** Seconds after a held place in which the fixes must not come back to it: else what came next was an outlier. */
export const heldSeconds = 30;
/** Share of the moves that may be impossible in their time before times say nothing. */
export const impossibleShare = 0.3;
/** … and so many of them at least. */
export const impossibleLeast = 4;
/** Errors of the fixes that a move is long by, for it to be one and not noise. */
export const impossibleErrors = 10;
/** A fix is out of the way, its place wrong and not its time, when the way by it is so many times as long as past it. */
export const awayTimes = 8;

// ——— times that nobody sent ———
/** Metres of a move from which on it counts for the usual one. */
export const madeMetres = 2;
/** Share of the highest speed at which nine in ten moves go. */
export const madeShare = 0.25;
/** Fixes over which moves are looked at, at most: from one fix to the next there may be noise alone. */
export const madeFixes = 8;
/** Metres that one move in ten has to be of, for moves over fewer fixes to do. */
export const madeFar = 100;

// ——— smoothing of noise that is another from fix to fix ———
/** Least noise that is averaged out, metres per axis. */
export const smoothLeast = 1.5;
/** Metres at the highest speed that fixes may be apart to tell of each other. */
export const smoothMetres = 210;
/** … and farther, the larger the noise: until what the traveller may have done meanwhile has so many times its variance, */
export const smoothLoose = 20;
/** … but no farther than so many metres at the highest speed. */
export const smoothMost = 480;
/** Fixes that have to show the noise. */
export const smoothFixes = 20;
/** Errors by which two fixes may be farther apart than can be travelled, before nothing is averaged over the jump: more than any outlier is off. */
export const smoothJump = 40;
/** The noise of a fix is by its stated error's share of the usual one, and by this at least. */
export const smoothShare = 0.3;
/** Fixes of a block that has noise of its own: it takes so many to see it. */
export const smoothBlock = 60;
/** Most noise, metres per axis; more is none, but two travellers under one name. */
export const smoothNoise = 100;
/** Over twice the time the variance is less than so many times as large, or it is turning and no noise (noise: 1, turning: 8). */
export const smoothRatio = 3;
/** Seconds in which the variance of a traveller's velocity grows, per axis, to the square of the highest speed. */
export const smoothTurnSeconds = 150;

// ——— a map that lies beside the world ———
/** Steps on roads that have to show it. */
export const shiftSteps = 20;
/** Of how many directions their roads have to be: determinant of the mean of the squares across them (0: one direction; 0.25: all alike). */
export const shiftRound = 0.05;
/** Metres of it, at least. */
export const shiftMetres = 6;
/** Share of the squared distances from the roads that it has to explain. */
export const shiftShare = 0.3;

// ——— outliers ———
/** Most fixes in one run of outliers, … */
export const outlierFixes = 10;
/** … or all that come within so many seconds, … */
export const burstSeconds = 10;
/** … but no more than so many. */
export const burstFixes = 200;
/** Seconds from the last good fix up to which a jump need only break the track's pace; later it must exceed the highest speed. */
export const outlierSeconds = 20;
/** Seconds after which no run is an outlier. */
export const impossibleSeconds = 300;
/** Share of a track's fixes that may be outliers: of more it is the times that are wrong. */
export const outlierShare = 0.45;
/** … of a short track so many fixes. */
export const outlierLeast = 2;
/** Most fixes at a track's end that are outliers together. */
export const endFixes = 5;
/** Moves next to them that have to be possible. */
export const endAgreed = 10;
/** Highest change of speed, m/s². */
export const outlierAcceleration = 3;
/** Errors of the fixes that a jump has to be longer by. */
export const outlierErrors = 2;
/** Seconds that the pace of a track is remembered for. */
export const outlierMemory = 5;

// ——— stays ———
/** Metres of the box within which fixes are those of a stay. */
export const stayMetres = 100;
/** … or this share of what can be travelled meanwhile, if that is less. */
export const stayShare = 0.05;
/** Seconds of a stay, at least. */
export const staySeconds = 300;
/** Fixes of a stay, at least. */
export const stayFixes = 4;
/** Metres between two places in the box from which on going from one to the other counts: nearer is noise. */
export const stayApart = 7;
/** A receiver that wanders goes so many times the width of the box, … */
export const stayWander = 3.5;
/** … less what was travelled by reported speeds of so many m/s and more, … */
export const staySpeed = 2;
/** … and goes on in every so many seconds … */
export const stayHop = 30;
/** … by so large a part, on the average, of how far half of the fixes are from the middle: who halts at one place after another mostly stands; … */
export const stayHopped = 0.45;
/** … it does not go straight on (the mean cosine from one move to the next) by more than this, … */
export const stayRound = 0.6;
/** … nor one way round the middle: by so large a part at most of the area that would be swept at half of the fixes' distance from it. */
export const staySwept = 0.35;
/** Fixes before and after it that are so many times as far from the middle as half of the fixes are, belong to the way there and on. */
export const stayNear = 6;
/** Metres by which the fix before it, and the one after it, may be farther from the middle than can be travelled. */
export const stayReach = 10;

// ——— vague fixes ———
/** Errors per axis up to so many metres are never too vague, … */
export const vagueSigma = 30;
/** … nor up to so many times the usual one of the track. */
export const vagueTimes = 5;
/** A fix says nothing when its error is larger than that by a metre for each second between its neighbours, and one for so many metres between them. */
export const vagueShare = 8;
/** … or than so many times that of the fix before it or after it, … */
export const vagueWorse = 2.5;
/** … by so many metres more for each second between them, … */
export const vagueSpeed = 3;
/** … if that is within so many seconds: of noise that is the same for all, both would be averaged out as the worse one is. */
export const vagueSeconds = 3;

// ——— candidates ———
/** Errors of a fix that a road may be away, at least; farther where `searchRadius` says so. */
export const radiusSigmas = 5;
/** Metres that a road is looked for where none is that near, unless the caller says how far: a fix may be that bad. */
export const lastResortRadius = 150;
/** Places whose own evidence is so many nats behind the best are left out, … */
export const pruneNats = 3.5;
/** … but for those on an edge that has, at the step before, a state less than so many nats behind. */
export const beamNats = 5;
/** Nats in place of `pruneNats` where the way to a step costs more than being at one of those left out. */
export const wideNats = 8;
/** Places are looked for as far away as may matter if the nearest costs so many nats; where it costs more, once more farther. */
export const nearNats = 1;
/** On an edge with a state less than so many nats behind, at the step before, a place is looked for all around. */
export const farNats = 2;
/** States more than so many nats behind the likeliest way lead on no further. */
export const sourceNats = 11;
/** … so many, where it is crowded: … */
export const crowdNats = 7;
/** … where so many states are nearer. */
export const crowd = 6;
/** Once the likeliest way is known, states no way through which is less than so many nats behind it are left out. */
export const keepNats = 9;
/** Two places on one winding edge are told apart when the distance to it rises by so many metres between them. */
export const branchRise = 12;

// ——— emission ———
/** Degrees of freedom of Student's t: how heavy the tail of a fix's error is. */
export const tailFreedom = 3;
/** Least share of its road for which a place counts in the posterior, however short the piece. */
export const leastExtent = 1e-3;
/** Concentration κ of the course around the direction of travel, at full trust. */
export const courseConcentration = 12;
/** … which is half of that where the square of the speed is so many m/s times the highest plausible speed: a car that crawls turns, who walks goes ahead. */
export const courseSlow = 0.15;
/** Nats that a course which is off costs at most. */
export const courseMost = 8;
/**
 * Nats per multiple of a road's usual speed that the traveller is faster: by the speed reported, or that of the slower of the straight lines to the
 * steps before and after, less the fix's error.
 */
export const haste = 4;
/** Multiple of the usual speed up to which that costs nothing. */
export const hasteLeast = 1.1;
/** … and nats at most. */
export const hasteMost = 4;
/** Nats per unit of the usual speed that the traveller is slower on a fast road: a jam, */
export const jam = 0.5;
/** … on a road of fewer seconds a metre than this, */
export const jamSlowness = 0.06;
/** … below this share of its usual speed, */
export const jamMost = 0.6;
/** … and above so many m/s: there is always a reason to crawl. */
export const jamSpeed = 4;

// ——— transition: routes longer than straight ———
/** β, the scale of |route − straight| in metres: a constant, … */
export const betaBase = 2;
/** … a share of the straight distance, … */
export const betaPerMetre = 0.06;
/** … of the error of both fixes together, … */
export const betaPerSigma = 0.5;
/** … and of the seconds between them. */
export const betaPerSecond = 0.65;
/** Errors of the fixes that a nat of going back on an arc is worth at most: that is the noise of standing still. */
export const backSigmas = 2;
/** Past about so many nats the cost of an excess grows with its square root only: roads do wind. */
export const excessTail = 1.5;

// ——— transition: how far routes are looked for ———
/** Longest route tried: so many times the straight distance, … */
export const boundShare = 2.5;
/** … and so many metres more, … */
export const boundMetres = 300;
/** … and so many nats of charges; … */
export const boundNats = 10;
/** … but as far as so many m/s lead in the time, … */
export const boundSpeed = 25;
/** … for so many seconds at most: hairpins bring one back to where one was. */
export const boundSeconds = 240;
/** Routes longer than the shortest from the same place by more than so many metres, … */
export const detourMetres = 50;
/** … so many straight distances, … */
export const detourShare = 0.25;
/** … and so many nats, in metres of β, are not tried. */
export const detourNats = 10;
/**
 * Where fixes are far apart a detour is looked for the less far, the farther behind the state is that it leads on from: not at all so many nats
 * behind, …
 */
export const detourBehind = 8;
/** … and all of it so many nats before that. */
export const detourFading = 4;
/** Share of the detour for ways at the other price, of which fewer are wanted; and the least share for any. */
export const otherDetour = 0.1;
/** Nats of the cheapest way to a step from which on it is looked for again, … */
export const againNats = 5;
/** … as far round as so many nats are worth: a banned turn, a barrier. */
export const ruleNats = 5.5;
/**
 * Metres that a nat of charges is worth when routes are compared, on legs whose β is below `middleBeta`: few such numbers, so that what was found can
 * be kept.
 */
export const priceNear = 10;
/** … on other legs, … */
export const priceMiddle = 60;
/** … and of ways looked for besides, on legs whose β is `farBeta` or more. */
export const priceFar = 150;
/** β, metres, from which on legs take `priceMiddle`. */
export const middleBeta = 16;
/** β, metres, from which on ways at `priceFar` are looked for as well. */
export const farBeta = 50;
/** m/s that a ferry may go: who is aboard need not be able to. */
export const ferrySpeed = 20;

// ——— transition: turning back ———
/** Nats of a turn back at a dead end, … */
export const uTurnDeadEnd = 2;
/** … at a junction, … */
export const uTurnJunction = 4;
/** … and on the open road. */
export const uTurnRoad = 8;
/** … on foot and by bicycle. */
export const uTurnOnFoot = 5.5;
/** Nats more where the U-turn policy forbids it. */
export const uTurnForbidden = 4;
/** Nats more of turning on the road where the fix is, come by a route and not along it. */
export const uTurnHere = 2;
/** Turning on the road is chosen over a way round by the end of it that is cheaper by so many nats for each time over that this usually takes … */
export const late = 4;
/** … the seconds there were and so many more. */
export const lateSeconds = 1;
/** Nats of a way for each time more that it usually takes the time there was, and that of the straight line, than … */
export const hurry = 8;
/** … so many times: nobody was that fast. */
export const hurryLeast = 2.5;

// ——— transition: rules of the road ———
/** Nats of entering an arc against its one-way rule; below `wideNats`, or a place against the rules would never be looked at. */
export const wrongWay = 5;
/** … and for each of its metres; … */
export const wrongWayPerMetre = 0.02;
/** … so much of either on foot and by bicycle: few ask. */
export const wrongWayOnFoot = 0.3;
/** Nats of entering an arc closed to the mode. */
export const noAccess = 3;
/** … and for each of its metres. */
export const noAccessPerMetre = 0.01;
/** Nats of a banned turn. */
export const bannedTurn = 4;
/** Nats of passing a barrier. */
export const barrier = 4;
/** Nats a metre per unit by which an "avoid" factor exceeds 1. */
export const avoidPerMetre = 0.01;

// ——— transition: kinds of road, for those who drive ———
/** Nats a metre for being of a kind that few drives go along: a driven metre in thousands is on a track. */
export const trackPerMetre = 0.022;
export const servicePerMetre = 0.015;
export const livingStreetPerMetre = 0.008;
export const residentialPerMetre = 0.004;
export const unclassifiedPerMetre = 0.003;
export const tertiaryPerMetre = 0.002;
export const secondaryPerMetre = 0.001;
/** Nats a metre more for lying within a property: an aisle of a car park, a driveway. */
export const minorPerMetre = 0.01;
/** A way both of whose ends are on such roads is charged so many metres of it for its kind where it is straight: turning in is what is rare, … */
export const kindMetres = 20;
/** … and more the longer than straight it is, up to all where it is longer by so many straight distances … */
export const kindLonger = 0.15;
/** … and so many of the fixes' errors. */
export const kindSigmas = 2;
/** … by so many straight distances along a track: they wind, and were dearer than no road where they do. */
export const trackLonger = 2;
/** Nats that roads of which a metre costs more than one off the roads are charged at most: however they wind, they are no dearer than none. */
export const kindMost = 6;
/** A way that costs so many nats more than its kind breaks a rule, and is charged for all of it. */
export const kindNats = 2;
/**
 * Nats a second that a metre takes longer at a posted limit than at the usual one; what it takes less is taken off the price of the kind, down to
 * nothing.
 */
export const slowPerSecond = 0.15;
/** The usual limit, m/s: 45 km/h. */
export const usualLimit = 12.5;
/** Lower limits are taken for so many m/s: or the road would cost more than none. */
export const slowestLimit = 5.5;
/** Nats of turning back on oneself at a junction; half at a right angle, nothing straight on. */
export const turn = 1;
/**
 * Nats of bearing off beside a way that goes straighter on, neither named and both of one class: a ramp, the loop of a rest area, a lane to the side,
 * …
 */
export const ramp = 0.5;
/** … if the bend costs no more nats than this (16°). */
export const rampBend = 0.02;

// ——— transition: speed ———
/** Nats per relative excess over the highest plausible speed. */
export const speedExcess = 20;
/** Seconds for which reported speeds foretell the distance. */
export const speedHorizon = 20;
/** m/s² by which the error of that grows. */
export const speedSpread = 0.6;
/** How much reported speeds count at one fix a second, … */
export const speedWeight = 0.5;
/** … and twice as much from so many seconds on. */
export const speedSure = 10;
/** Nats they cost at most. */
export const speedCap = 8;

// ——— pace: the usual seconds of a leg, held against what it took ———
/** Seconds from which on a leg is held against those around it. */
export const paceSeconds = 5;
/** Legs looked at on either side. */
export const paceLegs = 4;
/** Least usual seconds per second of those; less is standing. */
export const paceLeast = 0.08;
/** Seconds of a leg for which the speeds reported at its ends count as much as the legs around it. */
export const paceLasts = 60;
/** Share of the leg that a halt at one of its ends may have taken. */
export const paceHalt = 0.15;
/** Who goes at a 30th of the highest speed half stands; one over the square of that. */
export const standing = 900;
/** Relative spread of a leg's usual seconds against those foretold, … */
export const paceSpread = 0.15;
/** … as good as seen on so many legs. */
export const pacePrior = 4;
/** Seconds that a leg takes more or less for turns and lights. */
export const paceDelay = 3.5;
/** Share of odd legs, which nothing foretells: a stop, a jam; … */
export const paceOdd = 0.2;
/** … as good as seen on so many legs. */
export const paceOddPrior = 20;
/** Odd legs are spread evenly over so many times the seconds foretold. */
export const paceOddRange = 3;
/** Least that a leg counts for the pace of those around it, however odd it is. */
export const paceOddWeight = 0.02;
/** Seconds of error a nat, beyond what an odd leg costs: after an hour's rest time says nothing. */
export const paceTail = 15;
/** Nats that pace costs at most. */
export const paceMost = 8;
/** Share of the regular legs that keep the pace as well as their fixes' errors can tell, … */
export const paceEven = 0.2;
/** … as good as seen on so many legs. */
export const paceEvenPrior = 20;
/** Times those errors that such a leg may be off by, per standard deviation. */
export const paceNoise = 2;
/** How well all legs were foretold counts for so many beside how well those around one were, … */
export const paceLocal = 12;
/** … whose variance is at most so many times as large. */
export const paceLocalMost = 4;

// ——— transition: breaks in the route ———
/** Nats of a break. */
export const gap = 16;
/** Nats less where its ends are at the same time, so near each other that they are the two sides of a hole in the map, … */
export const gapShort = 4;
/** … down to none less so many seconds apart. */
export const gapSeconds = 15;
/** Seconds from which on a break costs more by the metre: all ways cost more the longer they are, … */
export const gapSoon = 60;
/** … nats a metre between its ends, … */
export const gapPerMetre = 0.002;
/** … as far as one gets at so many m/s since. */
export const gapSpeed = 30;
/** Seconds from which on it costs more by the metre still: after long silence it had been cheaper than any road; … */
export const gapLong = 240;
/** … nats a metre more. */
export const gapLater = 0.003;

// ——— off the road ———
/** A road more than so many of a fix's errors away explains it no better than no road at all, … */
export const offSigmas = 6;
/** … nor one more than so many metres away, if that is more. */
export const offMetres = 50;
/** Nats of leaving the network, and as many of joining it, … */
export const offSwitch = 7;
/** … and of each metre off it. */
export const offPerMetre = 0.0115;
/** Nats by which leaving or joining costs less than being off the road at a track's first or last step, where the step next to it has no road at all: or a
 * single fix far from any road would take a whole stop on a road off it. */
export const offLone = 1;

// ——— past: steps that the whole track is likelier without ———
/** Nats of passing a step over. */
export const pass = 10;
/** … and for each second from the step before it to the one after it. */
export const passPerSecond = 0.05;
/** Most steps passed over together. */
export const passSteps = 2;
/** Seconds in which several, or one off the roads, are passed over at most. */
export const passSeconds = 60;

// ——— path ———
/** Pieces at a run's ends shorter than so many metres are dropped. */
export const sliver = 0.05;

// ——— confidence ———
/** States so many metres on or back along the way agree with the chosen one, … */
export const agreeMetres = 10;
/** … and so many of the fix's errors more, … */
export const agreeSigmas = 4;
/** … but no more than so many metres. */
export const agreeMost = 60;
/** Errors between a place and its fix from which on it is less sure: a road that the map does not have is no rarer than an error as large as that, … */
export const astraySigmas = 3.5;
/** … by so much for each error more, … */
export const astrayPerSigma = 0.3;
/** … down to this. */
export const astrayLeast = 0.7;
