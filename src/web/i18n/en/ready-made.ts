/**
 * Ready-made lists. Each line of `items` is an item, and a line that begins with “# ” is a heading. A list has at most
 * 50 lines, which is what one request can create.
 */
export const readyMade = {
  shopping: {
    name: "Groceries",
    items: `
# Fruit and vegetables
Apples
Bananas
Tomatoes
Potatoes
Onions
# Bread and cereals
Bread
Oats
Pasta
Rice
# Chilled
Milk
Butter
Cheese
Yoghurt
Eggs
# Household
Toilet paper
Washing-up liquid
Bin bags`,
  },
  summer: {
    name: "Packing for summer",
    items: `
# Papers and money
Passports or identity cards
Insurance cards
Tickets and bookings
Bank cards and some cash
# Clothes
T-shirts
Shorts and dresses
Underwear and socks
Swimwear
Pyjamas
A jumper for the evening
Rain jackets
Sandals and trainers
# Sun and beach
Sun cream
Sun hats
Sunglasses
Beach towels
Water wings or swim vests
# Bathroom
Toothbrushes and toothpaste
Shampoo and soap
Medicines, plasters, thermometer
Insect repellent
# For the journey
Chargers and power bank
Water bottles and snacks
Favourite cuddly toys
# Before you leave
Water the plants
Empty the fridge and the bins
Close the windows
Leave a key with the neighbours`,
  },
  snow: {
    name: "Packing for snow",
    items: `
# Papers and money
Passports or identity cards
Insurance cards
Ski passes and bookings
# On the slopes
Skis or snowboards and poles
Ski boots
Helmets
Ski goggles
Ski jackets and trousers
Gloves and a spare pair
# Clothes
Thermal underwear
Ski socks
Fleece jackets
Woolly hats and scarves
Winter boots
Underwear and pyjamas
Swimwear for the pool
# Bathroom
Sun cream and lip balm
Toothbrushes and toothpaste
Plasters and painkillers
# Extras
Sledge
Thermos flask and snacks
Chargers
# The car
Snow chains
Ice scraper and antifreeze
Blanket and torch`,
  },
  babysitter: {
    name: "For the babysitter",
    items: `
# How to reach us
Where we are, and until when
Our mobile numbers
A neighbour to ask
Doctor and emergency number
# The evening
Dinner: what and when
Allergies, and what is not allowed
Screen time: how long
Brush teeth
Bedtime story
Lights out at
# Good to know
Comforter and cuddly toy
Night light and door: open or closed
What helps if somebody cries
Medicines and how much of them
# The house
Wi-Fi password
Snacks for you
First-aid box
Fuse box and spare key`,
  },
  emergency: {
    name: "Emergency numbers",
    items: `
# At once
Ambulance and fire brigade:
Police:
Poison helpline:
Doctor out of hours:
# Doctors
Family doctor:
Children's doctor:
Dentist:
Nearest hospital:
Pharmacy:
# People
Grandparents:
Neighbours with a key:
School and nursery:
Work:
# The house
Electricity and gas, faults:
Water, burst pipe:
Landlord or caretaker:
Locksmith:
Insurance, with policy number:
To block bank cards:
Vet:`,
  },
  party: {
    name: "Party",
    items: `
# Three weeks before
Date, place and guest list
Send the invitations
A theme and games
# One week before
Who is coming?
Ask about allergies
Order the cake, or buy what goes in
Decorations and candles
Prizes and party bags
# Food and drinks
Cake
Snacks and fruit
Something savoury
Water and juice
Ice cubes
# Table
Plates, cups, cutlery
Napkins and tablecloth
Straws
# On the day
Music
Put the drinks in the fridge
Matches or a lighter
# Afterwards
Bin bags
Thank-you cards`,
  },
  moving: {
    name: "Moving house",
    items: `
# Two months before
End the lease
Book a van or movers
Ask friends to help
Collect boxes
Sell or give away what stays
# One month before
Change of address at the post office
Tell bank, insurance, employer
New school and nursery
Electricity, gas, water, internet
Ask for a parking space for the van
# One week before
Pack and label the boxes by room
Defrost the freezer
Read the meters
Pack a bag for the first night
# On the day
Keys and papers at hand
Tools, tape, markers
Food and drinks for the helpers
Toilet paper, soap, light bulbs
Take photos of the empty rooms
Hand over the keys
# Afterwards
Register the new address
Name on bell and letter box
Re-register the car
Change the address in accounts`,
  },
};
