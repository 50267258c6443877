rootProject.name = "tanada-client"
